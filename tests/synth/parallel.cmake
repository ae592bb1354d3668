# Generated parallel tasks, decided on their components, by spin on their Promela, and counted on their nets: a few in
# the suite, 200 by ./test -C long.
if(TARGET arges)
  set(run Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/synth/parallel_round_trips.py --arges $<TARGET_FILE:arges>)
  add_test(NAME synth.parallel.sample COMMAND ${run} --seeds 1-8)
  add_test(NAME synth.parallel.all CONFIGURATIONS long COMMAND ${run} --seeds 1-200 --jobs 2)
  set_tests_properties(synth.parallel.sample PROPERTIES LABELS synth TIMEOUT 1200)
  set_tests_properties(synth.parallel.all PROPERTIES LABELS synth TIMEOUT 14400)
endif()
