# BuDDy, binary decision diagrams; its Debian package brings neither CMake nor pkg-config files.
find_path(BuDDy_INCLUDE_DIR bdd.h)
find_library(BuDDy_LIBRARY bdd)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(BuDDy REQUIRED_VARS BuDDy_LIBRARY BuDDy_INCLUDE_DIR)
if(BuDDy_FOUND AND NOT TARGET BuDDy::BuDDy)
  add_library(BuDDy::BuDDy UNKNOWN IMPORTED)
  set_target_properties(BuDDy::BuDDy PROPERTIES IMPORTED_LOCATION ${BuDDy_LIBRARY}
                                                INTERFACE_INCLUDE_DIRECTORIES ${BuDDy_INCLUDE_DIR})
endif()
mark_as_advanced(BuDDy_INCLUDE_DIR BuDDy_LIBRARY)
