# The Parma Polyhedra Library; its Debian package brings neither CMake nor pkg-config files.
find_path(PPL_INCLUDE_DIR ppl.hh)
find_library(PPL_LIBRARY ppl)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(PPL REQUIRED_VARS PPL_LIBRARY PPL_INCLUDE_DIR)
if(PPL_FOUND AND NOT TARGET PPL::PPL)
  add_library(PPL::PPL UNKNOWN IMPORTED)
  set_target_properties(PPL::PPL PROPERTIES IMPORTED_LOCATION ${PPL_LIBRARY}
                                                INTERFACE_INCLUDE_DIRECTORIES ${PPL_INCLUDE_DIR})
endif()
mark_as_advanced(PPL_INCLUDE_DIR PPL_LIBRARY)
