# Runs whose traces the live pictures play. Written by traces.py into TRACES each time the site is built.

set(chapter_scan ${PROJECT_SOURCE_DIR}/chapters/05_reduction/scan.cu)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${chapter_scan})
file(READ ${chapter_scan} scan)
foreach(words 8 16 32)  # the chapter's scans, of segments so short that every word can be seen
  string(REPLACE "kSegment = 1024;" "kSegment = ${words};" scan_of_few "${scan}")
  if(scan_of_few STREQUAL scan)
    message(FATAL_ERROR "scan.cu has no kSegment = 1024 to shorten")
  endif()
  file(CONFIGURE OUTPUT live/scan_${words}.cu CONTENT "${scan_of_few}" @ONLY)
endforeach()
configure_file(live/trace_scan.cu.in live/trace_scan.cu COPYONLY)

add_cuda_program(trace_reduction live/trace_reduction.cu)
add_cuda_program(trace_scan ${CMAKE_CURRENT_BINARY_DIR}/live/trace_scan.cu)
add_cuda_program(trace_shuffle live/trace_shuffle.cu)
set(traced trace_reduction trace_scan trace_shuffle overlap_transfers stream_dependencies
  distributed_shared_memory)

set(traces)
foreach(name reduction scan shuffle streams cluster)
  list(APPEND traces ${PROJECT_BINARY_DIR}/docs/drawn/live/trace_${name}.js)
endforeach()
add_custom_command(OUTPUT ${traces}
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/live/traces.py ${PROJECT_BINARY_DIR}/bin
          ${PROJECT_BINARY_DIR}/docs/drawn/live
  DEPENDS ${traced} ${CMAKE_CURRENT_SOURCE_DIR}/live/traces.py
  COMMENT "Tracing runs for the live pictures"
  VERBATIM)

if(TUTORIAL_PROOFS AND browsing_python)
  add_test(NAME live.players
    COMMAND ${browsing_python} ${CMAKE_CURRENT_SOURCE_DIR}/live/players_test.py ${PROJECT_BINARY_DIR}/bin)
  set_tests_properties(live.players PROPERTIES LABELS docs SKIP_RETURN_CODE 77 TIMEOUT 900)
endif()
