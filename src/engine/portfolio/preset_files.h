#pragma once

#include <span>

namespace arges::engine {

struct PresetFile {
  const char* name;  ///< without its ending
  const char* text;
};

/// The files of presets/ by name, made part of the program when it is built.
extern const std::span<const PresetFile> preset_files;

}  // namespace arges::engine
