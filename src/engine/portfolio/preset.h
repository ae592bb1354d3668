#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/configuration.h"
#include "engine/options.h"
#include "engine/portfolio/features.h"

namespace arges::engine {

/// One configuration of a portfolio, and what it is there for.
struct Member {
  std::string options;  ///< as on the command line: "--domain prod"
  std::string purpose;  ///< when it decides, in words
  Configuration configuration;
};

/// A portfolio under a name: its members in the order in which they are tried.
struct Preset {
  std::string name;
  std::string about;  ///< the models it is for
  std::vector<Member> members;
};

/// The presets of the files in presets/, by name.
std::span<const Preset> presets();
/// The values of `--preset`; the numbers are positions in presets().
const Choices& preset_choices();
/// Throws UsageError with the nearest name, or with all there are.
const Preset& find_preset(std::string_view name);

/// Reads one file: a line `# ABOUT`, then a line `OPTIONS | PURPOSE` for each member. Throws
/// InputError.
Preset read_preset(std::string name, std::string_view text);

/// A preset and why it was chosen.
struct PresetChoice {
  const Preset* preset;
  std::string reason;
};
PresetChoice choose_preset(const Features& features);

}  // namespace arges::engine
