# Makes the presets in src/engine/portfolio/presets part of arges_engine: preset_files.h.
file(GLOB preset_paths CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/engine/portfolio/presets/*.preset)
list(SORT preset_paths)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${preset_paths})
set(preset_entries "")
foreach(path IN LISTS preset_paths)
  get_filename_component(name ${path} NAME_WE)
  file(READ ${path} text)
  string(APPEND preset_entries "    {\"${name}\", R\"preset(${text})preset\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/preset_files.cpp CONTENT [[
#include "engine/portfolio/preset_files.h"

namespace arges::engine {

namespace {

constexpr PresetFile files[] = {
@preset_entries@};

}  // namespace

constinit const std::span<const PresetFile> preset_files = files;

}  // namespace arges::engine
]] @ONLY)
target_sources(arges_engine PRIVATE ${CMAKE_BINARY_DIR}/generated/preset_files.cpp)
