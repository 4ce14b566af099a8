# What CTest reads before it runs the tests of the CPU backend. A program of the tutorial that reads global
# memory which nobody has written is wrong, so it is stopped, not warned.
if(NOT DEFINED ENV{SIMT_CHECK_INIT})
  set(ENV{SIMT_CHECK_INIT} stop)
endif()

# On a busy machine any kernel may take long; what programs write is compared.
if(NOT DEFINED ENV{SIMT_SLOW})
  set(ENV{SIMT_SLOW} off)
endif()
