#pragma once

#include <string>

#include <fmt/format.h>

namespace arges {

/// How much goes to stderr: errors only (-q), what a user asked to know, details (-v).
enum class Verbosity : int { quiet, normal, verbose };

/// The one place that writes progress and remarks to stderr; results never go through it.
class Log {
 public:
  void set_verbosity(Verbosity verbosity) { verbosity_ = verbosity; }
  Verbosity verbosity() const { return verbosity_; }

  /// What no one may miss.
  template <typename... Args>
  void warn(fmt::format_string<Args...> format, Args&&... args) const {
    write(fmt::format(format, std::forward<Args>(args)...));
  }
  template <typename... Args>
  void note(fmt::format_string<Args...> format, Args&&... args) const {
    if (verbosity_ >= Verbosity::normal) write(fmt::format(format, std::forward<Args>(args)...));
  }
  template <typename... Args>
  void detail(fmt::format_string<Args...> format, Args&&... args) const {
    if (verbosity_ >= Verbosity::verbose) write(fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  static void write(const std::string& line);
  Verbosity verbosity_ = Verbosity::normal;
};

}  // namespace arges
