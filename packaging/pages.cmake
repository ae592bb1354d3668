# Run when installing: the manual pages and completions, which the program prints itself.
set(share $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/share)
file(REMOVE_RECURSE ${share}/man/man1)
file(MAKE_DIRECTORY ${share}/man/man1 ${share}/bash-completion/completions)
execute_process(COMMAND ${arges_program} man --out ${share}/man/man1 COMMAND_ERROR_IS_FATAL ANY)
file(GLOB pages ${share}/man/man1/arges*.1)
execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${arges_program} completion bash OUTPUT_FILE ${share}/bash-completion/completions/arges
                COMMAND_ERROR_IS_FATAL ANY)
