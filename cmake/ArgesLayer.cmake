# One static library a layer: arges_layer(ir DEPENDS base LIBRARIES PkgConfig::GMP) makes arges_ir from
# every .cpp below src/ir and lets it include and link only what it names.
add_library(arges_options INTERFACE)
target_compile_options(arges_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                                               -Woverloaded-virtual)
target_include_directories(arges_options INTERFACE ${CMAKE_SOURCE_DIR}/src)
if(ARGES_SELF_CHECKS)
  target_compile_definitions(arges_options INTERFACE ARGES_SELF_CHECKS)
endif()

function(arges_layer name)
  cmake_parse_arguments(LAYER "" "" "DEPENDS;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_library(arges_${name} STATIC ${sources})
  target_link_libraries(arges_${name} PUBLIC arges_options ${LAYER_LIBRARIES})
  foreach(dependency IN LISTS LAYER_DEPENDS)
    if(TARGET arges_${dependency})
      target_link_libraries(arges_${name} PUBLIC arges_${dependency})
    endif()
  endforeach()
endfunction()
