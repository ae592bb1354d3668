# Run when installing for Debian: what has another place or form there.
set(root $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX})
# The libraries are the system's.
file(RPATH_REMOVE FILE ${root}/bin/arges)
file(MAKE_DIRECTORY ${root}/share/zsh/vendor-completions ${root}/share/doc/arges)
execute_process(COMMAND ${arges_program} completion zsh OUTPUT_FILE ${root}/share/zsh/vendor-completions/_arges
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND gzip -9nc ${CMAKE_CURRENT_LIST_DIR}/../CHANGELOG.md
                OUTPUT_FILE ${root}/share/doc/arges/changelog.gz COMMAND_ERROR_IS_FATAL ANY)
