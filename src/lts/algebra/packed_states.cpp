#include "lts/algebra/packed_states.h"

#include <algorithm>
#include <bit>

#include "base/arena.h"
#include "base/invariant.h"

namespace arges::lts {

namespace {

constexpr StateId no_state = 0xFFFFFFFF;
constexpr std::uint32_t word_bits = 64;

}  // namespace

PackedStates::PackedStates(std::span<const std::size_t> sizes) : slots_(64, no_state) {
  std::uint32_t word = 0;
  std::uint32_t shift = 0;
  for (const std::size_t size : sizes) {
    const auto bits =
        static_cast<std::uint32_t>(std::bit_width(std::max<std::size_t>(size, 2) - 1));
    if (shift + bits > word_bits) {
      ++word;
      shift = 0;
    }
    fields_.push_back({word, shift, (std::uint64_t{1} << bits) - 1});
    shift += bits;
  }
  words_ = std::size_t{word} + 1;
  packed_.resize(words_);
}

std::size_t PackedStates::hash(const std::uint64_t* words) const {
  std::size_t result = 0;
  for (std::size_t i = 0; i < words_; ++i) result = hash_combine(result, words[i]);
  return result;
}

void PackedStates::grow() {
  slots_.assign(2 * slots_.size(), no_state);
  for (StateId s = 0; s < size_; ++s) {
    std::size_t at = hash(&data_[s * words_]) & (slots_.size() - 1);
    while (slots_[at] != no_state) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = s;
  }
}

StateId PackedStates::intern(const std::vector<StateId>& tuple) {
  if (2 * (size_ + 1) > slots_.size()) grow();
  std::fill(packed_.begin(), packed_.end(), 0);
  for (std::size_t i = 0; i < fields_.size(); ++i)
    packed_[fields_[i].word] |= std::uint64_t{tuple[i]} << fields_[i].shift;
  std::size_t at = hash(packed_.data()) & (slots_.size() - 1);
  for (; slots_[at] != no_state; at = (at + 1) & (slots_.size() - 1))
    if (std::equal(packed_.begin(), packed_.end(),
                   data_.begin() + static_cast<std::ptrdiff_t>(slots_[at] * words_)))
      return slots_[at];
  INVARIANT(size_ < no_state, "a composition should have less than four billion states");
  data_.insert(data_.end(), packed_.begin(), packed_.end());
  slots_[at] = static_cast<StateId>(size_);
  return static_cast<StateId>(size_++);
}

std::vector<StateId> PackedStates::unpacked(StateId number) const {
  std::vector<StateId> result;
  result.reserve(fields_.size());
  for (const Field& field : fields_)
    result.push_back(
        static_cast<StateId>(data_[number * words_ + field.word] >> field.shift & field.mask));
  return result;
}

}  // namespace arges::lts
