#include "campaign/regular_expression.h"

#include <stdexcept>

#include <re2/re2.h>

namespace arges::campaign {

RegularExpression::RegularExpression(const std::string& text)
    : expression_(std::make_shared<const re2::RE2>(text, re2::RE2::Quiet)) {
  if (!expression_->ok()) throw std::invalid_argument(expression_->error());
}

bool RegularExpression::has_group() const { return expression_->NumberOfCapturingGroups() > 0; }

bool RegularExpression::is_in(const std::string& line) const {
  return re2::RE2::PartialMatch(line, *expression_);
}

std::optional<std::string> RegularExpression::group_in(const std::string& line) const {
  std::string group;
  if (!has_group() || !re2::RE2::PartialMatch(line, *expression_, &group)) return {};
  return group;
}

std::vector<std::string> RegularExpression::groups_in(const std::string& text) const {
  std::vector<std::string> result;
  re2::StringPiece rest(text);
  for (std::string group; re2::RE2::FindAndConsume(&rest, *expression_, &group);)
    result.push_back(group);
  return result;
}

}  // namespace arges::campaign
