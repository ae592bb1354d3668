#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arges::cli {

/// Occupies those of stdin, stdout and stderr that the caller closed, so that no file opened later
/// takes their place; writing to a closed stdout fails as before.
void reserve_standard_streams();

/// Writes to stdout, all of it; throws UsageError if that fails. A reader that has gone away
/// (`| head`) is no failure: nothing more is written then.
void write_stdout(std::string_view text);

/// Writes to stderr; what can't be written there is lost, and changes nothing else: the exit code
/// still tells what happened.
void write_stderr(std::string_view text);

/// Writes a file, all of it; throws UsageError if that fails.
void write_file(const std::string& path, std::string_view text);

/// Adds to the end of a file, which is made if there is none; throws UsageError if that fails.
void append_to_file(const std::string& path, std::string_view text);

/// A file or stdout that is written piece by piece, through a buffer; what can't be written is a
/// UsageError.
class OutputStream {
 public:
  /// What becomes of a file that is there.
  enum class Start : std::uint8_t { anew, at_end };

  /// To stdout, unless there is a path.
  explicit OutputStream(std::optional<std::string> path = {}, Start start = Start::anew);
  ~OutputStream();
  OutputStream(const OutputStream&) = delete;
  OutputStream& operator=(const OutputStream&) = delete;

  void write(std::string_view text);
  /// Writes what is left; without this call nobody is told if that fails.
  void close();

 private:
  void flush();
  std::optional<std::string> path_;
  int file_ = -1;  ///< of the path
  std::string buffer_;
};

/// Throws UsageError if the file can't be written later, so that a long run is not in vain.
void require_writable(const std::string& path);

/// Throws UsageError if a page could not be called so.
void require_page(const std::string& path);

/// Throws UsageError if an output file is an input that would be overwritten.
void require_other_file(const std::string& path, const std::string& input);

/// Throws UsageError if the folder is not there to be written to and can't be made in one that is.
void require_folder(const std::string& path);

}  // namespace arges::cli
