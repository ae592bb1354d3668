#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace re2 {
class RE2;
}

namespace arges::campaign {

/// A regular expression that is found in time linear in the text, whatever both are.
class RegularExpression {
 public:
  /// Throws std::invalid_argument with the reason if it is none.
  explicit RegularExpression(const std::string& text);

  bool has_group() const;
  bool is_in(const std::string& line) const;
  /// What its first group fits where it is found first in a line, or nothing.
  std::optional<std::string> group_in(const std::string& line) const;
  /// What its first group fits, everywhere in a text; ^ and $ are those of lines if it says so.
  std::vector<std::string> groups_in(const std::string& text) const;

 private:
  std::shared_ptr<const re2::RE2> expression_;
};

}  // namespace arges::campaign
