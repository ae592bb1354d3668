# Run when installing for the archive: the libraries that are not the C library's, with their licences.
set(root $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX})
file(MAKE_DIRECTORY ${root}/share/zsh/site-functions)
execute_process(COMMAND ${arges_program} completion zsh OUTPUT_FILE ${root}/share/zsh/site-functions/_arges
                COMMAND_ERROR_IS_FATAL ANY)

# The C library belongs to the kernel and the loader of where the program runs.
set(c_library "^ld-linux" "^linux-vdso"
    "^lib(c|m|mvec|dl|rt|pthread|resolv|util|anl|nsl|nss_[a-z]+|BrokenLocale)\\.so")
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${arges_program} RESOLVED_DEPENDENCIES_VAR libraries
     PRE_EXCLUDE_REGEXES ${c_library})
foreach(library IN LISTS libraries)
  file(INSTALL ${library} DESTINATION ${root}/lib FOLLOW_SYMLINK_CHAIN)
endforeach()

# Debian tells which package a library is from, and has its licence there. Elsewhere the list of names must do.
set(licences ${root}/share/doc/arges/libraries)
file(MAKE_DIRECTORY ${licences})
find_program(dpkg_query dpkg-query)
set(names "")
foreach(library IN LISTS libraries)
  file(REAL_PATH ${library} file)
  cmake_path(GET file FILENAME name)
  set(package "")
  if(dpkg_query)
    execute_process(COMMAND ${dpkg_query} -S "*lib/${arges_architecture}/${name}" OUTPUT_VARIABLE package ERROR_QUIET)
    string(REGEX REPLACE "[:,].*" "" package "${package}")
  endif()
  string(APPEND names "${name} ${package}\n")
  if(package AND EXISTS /usr/share/doc/${package}/copyright)
    file(READ /usr/share/doc/${package}/copyright text)
    file(WRITE ${licences}/${package}/copyright "${text}")
  endif()
endforeach()
file(WRITE ${licences}/list.txt "${names}")
file(GLOB common /usr/share/common-licenses/Apache-2.0 /usr/share/common-licenses/GPL-*
     /usr/share/common-licenses/LGPL-*)
foreach(licence IN LISTS common)
  cmake_path(GET licence FILENAME name)
  file(READ ${licence} text)
  file(WRITE ${licences}/common-licenses/${name} "${text}")
endforeach()
