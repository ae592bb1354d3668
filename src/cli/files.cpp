#include "cli/files.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/error.h"

namespace arges::cli {

namespace {

/// False, with errno, if not everything could be written.
bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

[[noreturn]] void fail(std::string_view what, int error) {
  throw UsageError(fmt::format("cannot write {}: {}", what, std::strerror(error)));
}

}  // namespace

void reserve_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0)
      (void)::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

void write_stdout(std::string_view text) {
  if (!write_all(STDOUT_FILENO, text) && errno != EPIPE) fail("the results to stdout", errno);
}

void write_stderr(std::string_view text) { (void)write_all(STDERR_FILENO, text); }

void write_file(const std::string& path, std::string_view text) {
  OutputStream file(path);
  file.write(text);
  file.close();
}

void append_to_file(const std::string& path, std::string_view text) {
  OutputStream file(path, OutputStream::Start::at_end);
  file.write(text);
  file.close();
}

OutputStream::OutputStream(std::optional<std::string> path, Start start) : path_(std::move(path)) {
  if (!path_) return;
  const int mode = start == Start::anew ? O_TRUNC : O_APPEND;
  file_ = ::open(path_->c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | mode, 0666);
  if (file_ < 0) fail(fmt::format("'{}'", *path_), errno);
}

OutputStream::~OutputStream() {
  if (file_ >= 0) ::close(file_);
}

void OutputStream::write(std::string_view text) {
  constexpr std::size_t most = std::size_t{1} << 16;
  buffer_ += text;
  if (buffer_.size() >= most) flush();
}

void OutputStream::close() {
  flush();
  const int file = std::exchange(file_, -1);
  if (file >= 0 && ::close(file) != 0) fail(fmt::format("'{}'", *path_), errno);
}

void OutputStream::flush() {
  if (!path_)
    write_stdout(buffer_);
  else if (!write_all(file_, buffer_))
    fail(fmt::format("'{}'", *path_), errno);
  buffer_.clear();
}

void require_writable(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (path.empty()) throw UsageError("the name of an output file is empty");
  if (std::filesystem::is_directory(path, error)) fail(fmt::format("'{}'", path), EISDIR);
  const bool exists = std::filesystem::exists(path, error);
  const std::string checked = exists ? path : folder.empty() ? "." : folder.string();
  if (::access(checked.c_str(), W_OK) != 0) fail(fmt::format("'{}'", path), errno);
}

void require_page(const std::string& path) {
  if (!path.ends_with(".html"))
    throw UsageError(fmt::format("a report is a page, and '{}' is not called like one", path),
                     "--report FILE.html");
}

void require_other_file(const std::string& path, const std::string& input) {
  std::error_code error;
  if (std::filesystem::equivalent(path, input, error))
    throw UsageError(fmt::format("'{}' is the model itself and would be overwritten", path));
}

void require_folder(const std::string& path) {
  std::error_code error;
  const bool exists = std::filesystem::exists(path, error);
  const auto parent = std::filesystem::absolute(std::filesystem::path(path) / "..", error);
  const std::string checked = exists ? path : parent.lexically_normal().string();
  if (!std::filesystem::is_directory(checked, error))
    throw UsageError(
        exists ? fmt::format("'{}' is not a folder", path)
               : fmt::format("cannot make folder '{}': there is no folder '{}'", path, checked));
  if (::access(checked.c_str(), W_OK) != 0) fail(fmt::format("folder '{}'", path), errno);
}

}  // namespace arges::cli
