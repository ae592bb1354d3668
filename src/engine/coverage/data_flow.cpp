#include "engine/coverage/data_flow.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/context.h"

namespace arges::engine {

void DataFlow::add_site(const Site& site, const std::string& what) {
  const std::optional<std::uint32_t> known = sites_.find(site);
  const auto number = known.value_or(static_cast<std::uint32_t>(table_.sites.size()));
  if (!known) {
    table_.sites.push_back(site);
    table_.sites.back().uses.clear();
    sites_.add(site, number);
  }
  Site& place = table_.sites[number];
  const Mark mark{Mark::Kind::executed, place.machine, number};
  for (const ir::Var var : site.uses) {
    if (std::find(place.uses.begin(), place.uses.end(), var) != place.uses.end()) continue;
    place.uses.push_back(var);
    add_use(var, mark, site.location, what);
  }
  if (site.defines == nullptr || known) return;
  auto& [var, flow] = flows_[site.defines->id];
  var = site.defines;
  flow.definitions.push_back({mark, site.location, what});
}

void DataFlow::add_use(ir::Var var, const Mark& mark, SourceLocation location, std::string what) {
  auto& [known, flow] = flows_[var->id];
  known = var;
  flow.uses.push_back({mark, location, std::move(what)});
}

std::string DataFlow::where(const Place& place, const std::vector<Place>& among) {
  if (!place.location) return place.what;
  const std::uint32_t line = place.location.line();
  const bool is_alone = std::none_of(among.begin(), among.end(), [&](const Place& other) {
    return other.what == place.what && other.mark != place.mark && other.location &&
           other.location.line() == line;
  });
  return is_alone
             ? fmt::format("{} at line {}", place.what, line)
             : fmt::format("{} at line {}, column {}", place.what, line, place.location.column());
}

void DataFlow::add_goals(const CoverageRequest& request) {
  const bool defs = request.wants(Criterion::all_defs);
  const bool uses = request.wants(Criterion::all_uses);
  for (const auto& [id, entry] : flows_) {
    const auto& [var, flow] = entry;
    if (flow.definitions.empty() || flow.uses.empty()) continue;
    const std::uint32_t memory = table_.num_memories++;
    for (std::size_t d = 0; d < flow.definitions.size(); ++d) {
      const Place& definition = flow.definitions[d];
      const auto value = static_cast<std::uint32_t>(d + 1);
      table_.marks[definition.mark].writes.push_back({memory, value});
      std::vector<GoalId> any;
      if (defs)
        any = {table_.add(
            {Criterion::all_defs,
             fmt::format("{} of {} is read", var->name, where(definition, flow.definitions)),
             definition.location})};
      for (const Place& use : flow.uses) {
        std::vector<GoalId> goals = any;
        if (uses)
          goals.push_back(
              table_.add({Criterion::all_uses,
                          fmt::format("{} of {} is read by {}", var->name,
                                      where(definition, flow.definitions), where(use, flow.uses)),
                          use.location}));
        table_.marks[use.mark].reads.push_back({memory, value, std::move(goals)});
      }
    }
  }
}

}  // namespace arges::engine
