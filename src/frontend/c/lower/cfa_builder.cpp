#include "frontend/c/lower/cfa_builder.h"

#include <limits>

#include <fmt/format.h>

namespace arges::frontend::c {

CfaBuilder::Location CfaBuilder::add(const std::string& name, SourceLocation place,
                                     model::CfaLocation::Kind kind) {
  const std::uint32_t times = names_[name]++;
  locations_.push_back({times == 0 ? name : fmt::format("{}#{}", name, times + 1), kind, place});
  return static_cast<Location>(locations_.size() - 1);
}

void CfaBuilder::go_to(Location target) {
  edges_.push_back({here_, target, ir::sequence(context_, pending_, location_), location_});
  continue_at(target);
}

void CfaBuilder::enter(Location target, const std::string& function) {
  go_to(target);
  edges_.back().enters = function;
}

void CfaBuilder::leave_function(Location target) {
  go_to(target);
  edges_.back().returns = true;
}

void CfaBuilder::end_letter(Location target) {
  go_to(target);
  edges_.back().is_letter = true;
}

void CfaBuilder::continue_at(Location location) {
  pending_.clear();
  location_ = {};
  here_ = location;
}

void CfaBuilder::leave(ir::Expr condition, Location target, SourceLocation location) {
  edges_.push_back({here_, target, ir::assume(condition, location), location});
}

model::Cfa CfaBuilder::finish(Location initial, const std::vector<ir::Var>& variables,
                              std::map<std::string, Location>& kept) {
  constexpr Location none = std::numeric_limits<Location>::max();
  std::vector<std::vector<std::uint32_t>> leaving(locations_.size());
  for (std::uint32_t i = 0; i < edges_.size(); ++i) leaving[edges_[i].source].push_back(i);
  std::vector<Location> numbers(locations_.size(), none);
  std::vector<Location> stack = {initial};
  numbers[initial] = 0;
  while (!stack.empty()) {
    const Location at = stack.back();
    stack.pop_back();
    for (const std::uint32_t edge : leaving[at]) {
      const Location target = edges_[edge].target;
      if (numbers[target] != none) continue;
      numbers[target] = 0;
      stack.push_back(target);
    }
  }
  model::Cfa result;
  result.name = "main";
  result.variables = variables;
  for (Location i = 0; i < locations_.size(); ++i) {
    if (numbers[i] == none) continue;
    numbers[i] = static_cast<Location>(result.locations.size());
    result.locations.push_back(locations_[i]);
  }
  for (model::CfaEdge edge : edges_) {
    if (numbers[edge.source] == none) continue;
    edge.source = numbers[edge.source];
    edge.target = numbers[edge.target];
    result.edges.push_back(edge);
  }
  result.initial = numbers[initial];
  for (auto entry = kept.begin(); entry != kept.end();) {
    entry->second = numbers[entry->second];
    entry = entry->second == none ? kept.erase(entry) : std::next(entry);
  }
  return result;
}

}  // namespace arges::frontend::c
