# A build for AArch64 on another machine, with Debian's g++-aarch64-linux-gnu and an emulator: QEMU in
# the environment, or qemu-aarch64.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(qemu qemu-aarch64)
if(DEFINED ENV{QEMU})
  set(qemu $ENV{QEMU})
endif()
set(CMAKE_CROSSCOMPILING_EMULATOR ${qemu} -L /usr/aarch64-linux-gnu)
