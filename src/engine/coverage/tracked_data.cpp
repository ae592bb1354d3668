#include "engine/coverage/tracked_data.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "base/syntax/suggest.h"
#include "model/statechart/name_fit.h"

namespace arges::engine {

namespace {

using model::statechart::best_fits;
using model::statechart::NameFit;

bool is_pattern(std::string_view name) { return name.find('*') != std::string_view::npos; }

bool matches(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() != '*')
    return !name.empty() && pattern.front() == name.front() &&
           matches(pattern.substr(1), name.substr(1));
  for (std::size_t skipped = 0; skipped <= name.size(); ++skipped)
    if (matches(pattern.substr(1), name.substr(skipped))) return true;
  return false;
}

/// C and Gamma write `::` between the parts of a name, all others a dot.
std::string dotted(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool is_pair = name.substr(i, 2) == "::";
    result += is_pair ? '.' : name[i];
    if (is_pair) ++i;
  }
  return result;
}

NameFit fit_of_pattern(std::string_view full, std::string_view pattern) {
  if (matches(pattern, full)) return NameFit::whole;
  for (std::size_t dot = full.find('.'); dot != std::string_view::npos;
       dot = full.find('.', dot + 1))
    if (matches(pattern, full.substr(dot + 1))) return NameFit::end;
  return NameFit::not_at_all;
}

/// Those that a name or a pattern fits best.
std::vector<ir::Var> meant(const std::string& name, const std::vector<ir::Var>& among) {
  const std::string wanted = dotted(name);
  return best_fits(among, [&](ir::Var var) {
    if (var->name == name) return NameFit::whole;
    const std::string full = dotted(var->name);
    return is_pattern(name) ? fit_of_pattern(full, wanted)
                            : model::statechart::fit_of(full, wanted);
  });
}

std::string hint_for(const std::string& name, const std::vector<ir::Var>& known) {
  if (known.empty()) return "it has none";
  syntax::Suggestion nearest(name);
  for (const ir::Var var : known) {
    nearest.consider(var->name);
    nearest.consider(std::string_view(var->name).substr(var->name.find_last_of(".:") + 1));
  }
  return nearest.hint();
}

void require_one(const std::string& name, const std::vector<ir::Var>& found) {
  if (found.size() == 1) return;
  std::vector<std::string_view> names;
  for (const ir::Var var : found) names.push_back(var->name);
  throw UsageError(fmt::format("'{}' may be {}", name, fmt::join(names, " or ")),
                   "write more of the name");
}

}  // namespace

std::vector<ir::Var> variables_named(const std::string& name, const std::vector<ir::Var>& data,
                                     const std::vector<ir::Var>& known) {
  const auto whole =
      std::find_if(known.begin(), known.end(), [&](ir::Var var) { return var->name == name; });
  if (whole != known.end()) return {*whole};
  std::vector<ir::Var> found = meant(name, data);
  if (found.empty()) found = meant(name, known);
  if (found.empty())
    throw UsageError(fmt::format("the model has no variable '{}'", name), hint_for(name, known));
  if (!is_pattern(name)) require_one(name, found);
  return found;
}

std::vector<ir::Var> tracked_data(const std::vector<std::string>& names,
                                  const std::vector<ir::Var>& data) {
  std::vector<ir::Var> result;
  for (const std::string& name : names)
    for (const ir::Var var : variables_named(name, data, data)) result.push_back(var);
  return result;
}

}  // namespace arges::engine
