#include "model/machines/search/locality.h"

#include <algorithm>

namespace arges::model::machines {

namespace {

template <typename Item>
bool meet(const std::set<Item>& a, const std::set<Item>& b) {
  return std::any_of(a.begin(), a.end(), [&b](Item item) { return b.count(item) != 0; });
}

/// What all events of an object may do.
Access united(const std::vector<std::vector<CompiledTransition>>& of_object) {
  Access result;
  for (const auto& of_state : of_object)
    for (const CompiledTransition& transition : of_state) {
      const Access& one = transition.access;
      result.reads.insert(one.reads.begin(), one.reads.end());
      result.writes.insert(one.writes.begin(), one.writes.end());
      result.receivers.insert(one.receivers.begin(), one.receivers.end());
    }
  return result;
}

}  // namespace

std::vector<std::vector<bool>> local_states(const Model& model, const Program& program) {
  std::vector<Access> all;
  for (const auto& of_object : program.transitions) all.push_back(united(of_object));
  const auto is_local = [&](ObjectId self, const Access& access) {
    if (meet(access.writes, program.invariant_access.reads)) return false;
    for (ObjectId other = 0; other < all.size(); ++other) {
      if (other == self) continue;
      if (meet(access.reads, all[other].writes) || meet(access.writes, all[other].writes) ||
          meet(access.writes, all[other].reads) || meet(access.receivers, all[other].receivers))
        return false;
    }
    return true;
  };
  std::vector<std::vector<bool>> result;
  for (ObjectId o = 0; o < model.objects.size(); ++o) {
    auto& of_object = result.emplace_back();
    for (const auto& of_state : program.transitions[o])
      of_object.push_back(
          std::all_of(of_state.begin(), of_state.end(), [&](const CompiledTransition& one) {
            return one.trigger == CompiledTransition::Trigger::message || is_local(o, one.access);
          }));
  }
  return result;
}

}  // namespace arges::model::machines
