#include "analysis/domain/explicit/explicit_states.h"

#include <algorithm>
#include <bit>

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

std::uint8_t PackedValues::width_of(std::span<const ir::Value> values) {
  std::uint64_t digits = 0;  // a bit wherever one of the numbers differs from its sign
  for (const ir::Value value : values) {
    if (!value.is_small()) return sizeof(ir::Value);
    digits |= static_cast<std::uint64_t>(value.as_small() ^ (value.as_small() >> 63));
  }
  const auto bits = static_cast<std::uint32_t>(std::bit_width(digits)) + 1;
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : sizeof(ir::Value);
}

namespace {

template <typename T>
void pack_numbers(std::span<const ir::Value> values, std::byte* to) {
  for (const ir::Value value : values) {
    const T number = static_cast<T>(value.as_small());
    std::memcpy(to, &number, sizeof(T));
    to += sizeof(T);
  }
}

std::size_t hash_of(const VarMask* mask, const PackedValues& values) {
  std::size_t hash = hash_combine(mask->id, values.width());
  const std::byte* at = values.bytes();
  std::size_t left = values.num_bytes();
  while (left > 0) {
    const std::size_t some = std::min(left, sizeof(std::uint64_t));
    std::uint64_t word = 0;
    std::memcpy(&word, at, some);
    hash = hash_combine(hash, word);
    at += some;
    left -= some;
  }
  return hash;
}

bool are_equal(const PackedValues& a, const PackedValues& b) {
  return a.width() == b.width() && std::equal(a.bytes(), a.bytes() + a.num_bytes(), b.bytes());
}

}  // namespace

void PackedValues::pack(std::span<const ir::Value> values, std::uint8_t width, std::byte* to) {
  switch (width) {
    case 1:
      return pack_numbers<std::int8_t>(values, to);
    case 2:
      return pack_numbers<std::int16_t>(values, to);
    case 4:
      return pack_numbers<std::int32_t>(values, to);
    default:
      if (!values.empty()) std::memcpy(to, values.data(), values.size_bytes());
  }
}

PackedValues ExplicitStates::packed(std::span<const ir::Value> values) const {
  const std::uint8_t width = PackedValues::width_of(values);
  buffer_.resize(values.size() * width);
  PackedValues::pack(values, width, buffer_.data());
  return {buffer_.data(), static_cast<std::uint32_t>(values.size()), width};
}

StateId ExplicitStates::intern(const VarMask* mask, std::span<const ir::Value> values) {
  const PackedValues packed = this->packed(values);
  const std::size_t hash = hash_of(mask, packed);
  const auto equal = [&](const ExplicitState& other) {
    return other.mask == mask && are_equal(packed, other.values);
  };
  const auto make = [&]() -> const ExplicitState* {
    std::byte* bytes = nullptr;
    if (packed.num_bytes() > 0) {
      bytes = static_cast<std::byte*>(arena_.allocate(packed.num_bytes(), 1));
      std::copy(packed.bytes(), packed.bytes() + packed.num_bytes(), bytes);
    }
    void* memory = arena_.allocate(sizeof(ExplicitState), alignof(ExplicitState));
    const auto id = static_cast<StateId>(states_.size());
    const PackedValues kept(bytes, static_cast<std::uint32_t>(packed.size()), packed.width());
    return states_.emplace_back(new (memory) ExplicitState{hash, id, mask, kept});
  };
  return table_.intern(hash, equal, make)->id;
}

std::optional<StateId> ExplicitStates::find(const VarMask* mask,
                                            std::span<const ir::Value> values) const {
  const PackedValues packed = this->packed(values);
  const ExplicitState* found = table_.find(hash_of(mask, packed), [&](const ExplicitState& other) {
    return other.mask == mask && are_equal(packed, other.values);
  });
  return found == nullptr ? std::nullopt : std::optional(found->id);
}

std::optional<std::size_t> ExplicitStates::digest(StateId id, ir::Var var) const {
  const ir::Value value = get(id).get(var);
  return value.is_unknown() ? std::nullopt : std::optional(ir::stable_hash(value));
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
  if ((large.mask->signature & ~small.mask->signature) != 0) return false;
  const std::vector<ir::Var>& known = small.mask->vars;
  std::size_t at = 0;
  for (std::size_t i = 0; i < large.mask->vars.size(); ++i, ++at) {
    const ir::Var var = large.mask->vars[i];
    while (at < known.size() && ir::declared_before(known[at], var)) ++at;
    if (at == known.size() || known[at] != var || small.values[at] != large.values[i]) return false;
  }
  return true;
}

std::optional<StateId> ExplicitStates::restricted(StateId id, const VarMask* to) const {
  const ExplicitState& state = get(id);
  const auto* at = positions(to, state.mask);
  if (at == nullptr) return std::nullopt;
  std::vector<ir::Value> values;
  values.reserve(at->size());
  for (const std::uint32_t i : *at) values.push_back(state.values[i]);
  return find(to, values);
}

}  // namespace arges::analysis
