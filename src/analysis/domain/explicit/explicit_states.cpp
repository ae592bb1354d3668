#include "analysis/domain/explicit/explicit_states.h"

#include <algorithm>

namespace arges::analysis {

ir::Value ExplicitState::get(ir::Var var) const {
  const auto at = std::lower_bound(mask->vars.begin(), mask->vars.end(), var, ir::declared_before);
  if (at == mask->vars.end() || *at != var) return ir::Value::unknown();
  return values[static_cast<std::size_t>(at - mask->vars.begin())];
}

const VarMask* ExplicitStates::mask(std::vector<ir::Var> vars) {
  std::size_t hash = vars.size();
  std::uint64_t signature = 0;
  for (const ir::Var v : vars) {
    hash = hash_combine(hash, v->id);
    signature |= std::uint64_t{1} << (v->id % 64);
  }
  return mask_table_.intern(
      hash, [&](const VarMask& other) { return other.vars == vars; },
      [&] {
        return &masks_.emplace_back(
            VarMask{hash, static_cast<std::uint32_t>(masks_.size()), signature, std::move(vars)});
      });
}

namespace {

std::size_t hash_of(const VarMask* mask, std::span<const ir::Value> values) {
  std::size_t hash = mask->id;
  for (const ir::Value v : values) hash = hash_combine(hash, v.word());
  return hash;
}

}  // namespace

StateId ExplicitStates::intern(const VarMask* mask, std::span<const ir::Value> values) {
  const std::size_t hash = hash_of(mask, values);
  const auto equal = [&](const ExplicitState& other) {
    return other.mask == mask && std::equal(values.begin(), values.end(), other.values.begin());
  };
  const auto make = [&]() -> const ExplicitState* {
    ir::Value* packed = nullptr;
    if (!values.empty()) {
      packed = static_cast<ir::Value*>(arena_.allocate(values.size_bytes(), alignof(ir::Value)));
      std::uninitialized_copy(values.begin(), values.end(), packed);
    }
    void* memory = arena_.allocate(sizeof(ExplicitState), alignof(ExplicitState));
    const auto id = static_cast<StateId>(states_.size());
    return states_.emplace_back(new (memory)
                                    ExplicitState{hash, id, mask, {packed, values.size()}});
  };
  return table_.intern(hash, equal, make)->id;
}

std::optional<StateId> ExplicitStates::find(const VarMask* mask,
                                            std::span<const ir::Value> values) const {
  const ExplicitState* found = table_.find(hash_of(mask, values), [&](const ExplicitState& other) {
    return other.mask == mask && std::equal(values.begin(), values.end(), other.values.begin());
  });
  return found == nullptr ? std::nullopt : std::optional(found->id);
}

const std::vector<std::uint32_t>* ExplicitStates::positions(const VarMask* inner,
                                                            const VarMask* outer) const {
  if ((inner->signature & ~outer->signature) != 0) return nullptr;
  const std::uint64_t key = static_cast<std::uint64_t>(inner->id) << 32U | outer->id;
  const auto [entry, is_new] = positions_.try_emplace(key);
  if (is_new) {
    std::vector<std::uint32_t> found;
    std::uint32_t at = 0;
    for (const ir::Var v : inner->vars) {
      while (at < outer->vars.size() && outer->vars[at]->id < v->id) ++at;
      if (at == outer->vars.size() || outer->vars[at] != v) break;
      found.push_back(at);
    }
    if (found.size() == inner->vars.size()) entry->second = std::move(found);
  }
  return entry->second ? &*entry->second : nullptr;
}

bool ExplicitStates::leq(StateId a, StateId b) const {
  const ExplicitState& small = get(a);
  const ExplicitState& large = get(b);
  const auto* at = positions(large.mask, small.mask);
  if (at == nullptr) return false;
  for (std::size_t i = 0; i < at->size(); ++i)
    if (small.values[(*at)[i]] != large.values[i]) return false;
  return true;
}

void ExplicitCoverIndex::insert(NodeId node, Control control, StateId state) {
  const VarMask* mask = states_.get(state).mask;
  std::vector<Bucket>& buckets = controls_[control];
  auto bucket =
      std::find_if(buckets.begin(), buckets.end(), [&](const Bucket& b) { return b.mask == mask; });
  if (bucket == buckets.end()) bucket = buckets.insert(buckets.end(), Bucket{mask, {}});
  bucket->nodes[state].push_back(node);
}

void ExplicitCoverIndex::remove(NodeId node, Control control, StateId state) {
  std::vector<Bucket>& buckets = controls_[control];
  const VarMask* mask = states_.get(state).mask;
  const auto bucket =
      std::find_if(buckets.begin(), buckets.end(), [&](const Bucket& b) { return b.mask == mask; });
  if (bucket == buckets.end()) return;
  const auto found = bucket->nodes.find(state);
  if (found == bucket->nodes.end()) return;
  std::erase(found->second, node);
  if (found->second.empty()) bucket->nodes.erase(found);
  if (bucket->nodes.empty()) buckets.erase(bucket);
}

std::optional<NodeId> ExplicitCoverIndex::find(Control control, StateId state,
                                               const Accept& accept) const {
  const auto buckets = controls_.find(control);
  if (buckets == controls_.end()) return std::nullopt;
  const ExplicitState& query = states_.get(state);
  std::vector<ir::Value> projected;
  for (const Bucket& bucket : buckets->second) {
    const auto* at = states_.positions(bucket.mask, query.mask);
    if (at == nullptr) continue;
    projected.clear();
    for (const std::uint32_t i : *at) projected.push_back(query.values[i]);
    const auto key = states_.find(bucket.mask, projected);
    if (!key) continue;
    const auto found = bucket.nodes.find(*key);
    if (found == bucket.nodes.end()) continue;
    const auto node = std::find_if(found->second.begin(), found->second.end(), accept);
    if (node != found->second.end()) return *node;
  }
  return std::nullopt;
}

}  // namespace arges::analysis
