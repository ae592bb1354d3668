# Run when installing for Debian: what has another place or form there.
set(root $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX})
# The libraries are the system's.
file(RPATH_REMOVE FILE ${root}/bin/arges)
file(MAKE_DIRECTORY ${root}/share/zsh/vendor-completions ${root}/share/doc/arges)
execute_process(COMMAND ${arges_program} completion zsh OUTPUT_FILE ${root}/share/zsh/vendor-completions/_arges
                COMMAND_ERROR_IS_FATAL ANY)

# Debian's change log is about the package; that of the program is beside it.
set(documents ${root}/share/doc/arges)
execute_process(COMMAND gzip -9nc ${CMAKE_CURRENT_LIST_DIR}/../CHANGELOG.md
                OUTPUT_FILE ${documents}/CHANGELOG.md.gz COMMAND_ERROR_IS_FATAL ANY)
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${documents}/changelog "arges (${arges_version}) unstable; urgency=medium

  * CHANGELOG.md.gz has what changed.

 -- ${arges_maintainer}  ${now}
")
execute_process(COMMAND gzip -9n ${documents}/changelog COMMAND_ERROR_IS_FATAL ANY)
