#include "engine/coverage/data_flow.h"

#include <fmt/format.h>

#include "ir/context.h"

namespace arges::engine {

void DataFlow::add_site(Site site) {
  const auto number = static_cast<std::uint32_t>(table_.sites.size());
  const Mark mark{Mark::Kind::executed, site.machine, number};
  for (const ir::Var var : site.uses) add_use(var, mark, site.location, "the assignment");
  if (site.defines != nullptr) {
    auto& [var, flow] = flows_[site.defines->id];
    var = site.defines;
    flow.definitions.push_back({mark, site.location, "the assignment"});
  }
  table_.sites.push_back(std::move(site));
}

void DataFlow::add_use(ir::Var var, const Mark& mark, SourceLocation location, std::string what) {
  auto& [known, flow] = flows_[var->id];
  known = var;
  flow.uses.push_back({mark, location, std::move(what)});
}

std::string DataFlow::where(const Place& place) {
  return place.location ? fmt::format("{} at line {}", place.what, place.location.line())
                        : place.what;
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
        any = {table_.add({Criterion::all_defs,
                           fmt::format("{} of {} is read", var->name, where(definition)),
                           definition.location})};
      for (const Place& use : flow.uses) {
        std::vector<GoalId> goals = any;
        if (uses)
          goals.push_back(table_.add(
              {Criterion::all_uses,
               fmt::format("{} of {} is read by {}", var->name, where(definition), where(use)),
               use.location}));
        table_.marks[use.mark].reads.push_back({memory, value, std::move(goals)});
      }
    }
  }
}

}  // namespace arges::engine
