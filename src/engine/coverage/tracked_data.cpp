#include "engine/coverage/tracked_data.h"

#include <string_view>

#include <fmt/format.h>

#include "base/error.h"
#include "base/syntax/suggest.h"

namespace arges::engine {

namespace {

bool matches(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() != '*')
    return !name.empty() && pattern.front() == name.front() &&
           matches(pattern.substr(1), name.substr(1));
  for (std::size_t skipped = 0; skipped <= name.size(); ++skipped)
    if (matches(pattern.substr(1), name.substr(skipped))) return true;
  return false;
}

}  // namespace

std::vector<ir::Var> tracked_data(const std::vector<std::string>& patterns,
                                  const std::vector<ir::Var>& data) {
  std::vector<ir::Var> result;
  for (const std::string& pattern : patterns) {
    bool any = false;
    syntax::Suggestion nearest(pattern);
    for (const ir::Var var : data) {
      nearest.consider(var->name);
      if (!matches(pattern, var->name)) continue;
      any = true;
      result.push_back(var);
    }
    if (!any)
      throw UsageError(fmt::format("the model has no variable '{}'", pattern),
                       data.empty() ? "it has none" : nearest.hint());
  }
  return result;
}

}  // namespace arges::engine
