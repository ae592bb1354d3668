#pragma once

#include <cstddef>
#include <cstring>
#include <deque>
#include <memory_resource>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/domain/masked_index.h"
#include "base/arena.h"
#include "ir/context.h"

namespace arges::analysis {

/// A set of variables, sorted by declaration and interned: which values a state knows.
struct VarMask {
  std::size_t hash;
  std::uint32_t id;
  std::uint64_t signature;  ///< a bit for each variable, shared by those equal modulo 64
  std::vector<ir::Var> vars;
};

/// Values side by side, each in as many bytes as the one needs that needs most: most states are
/// full of truth values and small numbers. The width follows from the values, so equal values are
/// equal bytes.
class PackedValues {
 public:
  PackedValues(const std::byte* bytes, std::uint32_t size, std::uint8_t width)
      : bytes_(bytes), size_(size), width_(width) {}

  /// The bytes each of these values needs; none of them is unknown.
  static std::uint8_t width_of(std::span<const ir::Value> values);
  /// Writes them one after the other.
  static void pack(std::span<const ir::Value> values, std::uint8_t width, std::byte* to);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::size_t num_bytes() const { return std::size_t{size_} * width_; }
  const std::byte* bytes() const { return bytes_; }
  std::uint8_t width() const { return width_; }
  ir::Value operator[](std::size_t i) const {
    const std::byte* at = bytes_ + i * width_;
    switch (width_) {
      case 1:
        return ir::Value::small(read<std::int8_t>(at));
      case 2:
        return ir::Value::small(read<std::int16_t>(at));
      case 4:
        return ir::Value::small(read<std::int32_t>(at));
      default:
        return read<ir::Value>(at);
    }
  }

 private:
  template <typename T>
  static T read(const std::byte* from) {
    T result;
    std::memcpy(&result, from, sizeof(T));
    return result;
  }

  const std::byte* bytes_;
  std::uint32_t size_;
  std::uint8_t width_;
};

/// The interned record of an explicit-value state: a value for each variable of its mask.
struct ExplicitState {
  std::size_t hash;
  StateId id;
  const VarMask* mask;
  PackedValues values;

  /// The variable's value, unknown if the state does not know it.
  ir::Value get(ir::Var var) const;
};

/// All explicit-value states of a run, packed in an arena and hashed once.
class ExplicitStates {
 public:
  using Mask = VarMask;
  using Key = ir::Var;
  const VarMask* mask(std::vector<ir::Var> vars);
  StateId intern(const VarMask* mask, std::span<const ir::Value> values);
  std::optional<StateId> find(const VarMask* mask, std::span<const ir::Value> values) const;
  const ExplicitState& get(StateId id) const { return *states_[id]; }

  /// Where the variables of `inner` stand within `outer`, or nothing if it is no subset.
  const std::vector<std::uint32_t>* positions(const VarMask* inner, const VarMask* outer) const;
  bool leq(StateId a, StateId b) const;
  const VarMask* mask_of(StateId id) const { return get(id).mask; }
  /// The state that knows of these variables only, if it knows all of them and there is such.
  std::optional<StateId> restricted(StateId id, const VarMask* to) const;
  const std::vector<ir::Var>& keys(StateId id) const { return get(id).mask->vars; }
  static bool is_before(ir::Var a, ir::Var b) { return ir::declared_before(a, b); }
  /// Of the variable's value, if the state knows it.
  std::optional<std::size_t> digest(StateId id, ir::Var var) const;
  std::size_t size() const { return states_.size(); }

 private:
  /// The values as they are kept, for as long as nobody asks again.
  PackedValues packed(std::span<const ir::Value> values) const;

  mutable std::vector<std::byte> buffer_;
  std::pmr::monotonic_buffer_resource arena_;
  std::deque<VarMask> masks_;
  InternTable<const VarMask> mask_table_;
  InternTable<const ExplicitState> table_;
  std::vector<const ExplicitState*> states_;
  /// By pair of masks: those asked for, without the many that a signature tells apart.
  mutable std::unordered_map<std::uint64_t, std::optional<std::vector<std::uint32_t>>> positions_;
};

using ExplicitCoverIndex = MaskedIndex<ExplicitStates>;

}  // namespace arges::analysis
