#include "cli/files.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

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
  const std::string what = fmt::format("'{}'", path);
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) fail(what, errno);
  const int error = write_all(file, text) ? 0 : errno;
  const int close_error = ::close(file) == 0 ? 0 : errno;
  if (error != 0 || close_error != 0) fail(what, error != 0 ? error : close_error);
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
