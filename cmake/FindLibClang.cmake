# libclang, the C interface of the compiler's front end, of version 19: its own CMake files want all of LLVM.
find_path(LibClang_INCLUDE_DIR clang-c/Index.h PATHS /usr/lib/llvm-19/include NO_DEFAULT_PATH)
find_library(LibClang_LIBRARY NAMES clang-19 clang PATHS /usr/lib/llvm-19/lib NO_DEFAULT_PATH)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibClang REQUIRED_VARS LibClang_LIBRARY LibClang_INCLUDE_DIR)
if(LibClang_FOUND AND NOT TARGET LibClang::LibClang)
  add_library(LibClang::LibClang UNKNOWN IMPORTED)
  set_target_properties(LibClang::LibClang PROPERTIES IMPORTED_LOCATION ${LibClang_LIBRARY}
                                                      INTERFACE_INCLUDE_DIRECTORIES ${LibClang_INCLUDE_DIR})
endif()
mark_as_advanced(LibClang_INCLUDE_DIR LibClang_LIBRARY)
