#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "base/source.h"

namespace arges {

/// What every command of arges ends with; CLI contract.
enum class ExitCode : int {
  success = 0,
  usage = 2,
  input = 3,
  defect = 4,
  violated = 10,
  unknown = 20,
};

/// The one of two exit codes that wins when several results are reported at once.
ExitCode worse(ExitCode a, ExitCode b);

/// The command line is wrong; exit code 2.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& message, std::string hint = "")
      : std::runtime_error(message), hint_(std::move(hint)) {}
  const std::string& hint() const { return hint_; }

 private:
  std::string hint_;
};

/// One complaint about an input: where, what, and what would help.
struct Diagnostic {
  SourceLocation location;
  std::string message;
  std::string hint;

  /// "FILE:LINE:COLUMN: error: …", the line, a caret, and the hint.
  std::string render() const;
};

/// The input is wrong (syntax, type, unsupported feature); exit code 3; holds all that was found
/// and the texts it was found in, which whoever read them may have dropped on the way.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);
  InputError(SourceLocation location, const std::string& message, std::string hint = "");
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
  std::vector<SourcePtr> sources_;
};

/// Collects the errors of one input so that all of them are reported, not only the first.
class Diagnostics {
 public:
  void error(SourceLocation location, std::string message, std::string hint = "");
  bool has_errors() const { return !errors_.empty(); }
  /// True once so many errors were found that more would only be noise.
  bool full() const { return errors_.size() >= max_errors; }
  const std::vector<Diagnostic>& errors() const { return errors_; }
  /// Throws InputError with everything collected (sorted by place), if anything was.
  void throw_if_errors() const;

  static constexpr std::size_t max_errors = 100;

 private:
  std::vector<Diagnostic> errors_;
};

}  // namespace arges
