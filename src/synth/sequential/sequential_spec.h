#pragma once

#include "output/json_cursor.h"
#include "synth/property/property_system.h"
#include "synth/sequential/encoder.h"
#include "synth/sequential/machine.h"

namespace arges::synth {

/// Inputs and outputs together: the alphabet's.
inline constexpr std::uint32_t most_letters = 26;

/// What a sequential task is to be like; docs/synthesis.md tells the fields.
struct SequentialSpec {
  std::uint32_t inputs = 4;
  std::uint32_t outputs = 4;
  std::uint32_t states = 8;
  std::uint32_t percent_refused = 35;

  std::uint32_t satisfied = 1;
  std::uint32_t violated = 1;
  std::uint32_t structural = 1;
  std::uint32_t further = 3;
  std::vector<Pattern> patterns;
  std::vector<Scope> scopes;
  Rarity rarity = Rarity::handle;
  std::optional<DepthInterval> depth;

  ErrorWish errors;
  std::uint32_t invariants = 2;

  EncodingOptions encoding;
  std::uint32_t lines = 0;
  bool c = true;
  bool java = true;
};

SequentialSpec read_sequential_spec(const output::JsonCursor& spec);

}  // namespace arges::synth
