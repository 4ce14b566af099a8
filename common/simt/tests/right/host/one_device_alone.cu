// A program for several devices looks for pairs that reach each other's memory, and for other processes' memory; with a
// device alone it finds none, and goes on.
// prints: itself 0, a peer 0
// prints: nearest 0
// prints: the same device
#include <cuda_runtime.h>

#include <cstdio>

int main() {
  int itself = -1, peer = 0, nearest = -1, found = -1;
  if (cudaDeviceCanAccessPeer(&itself, 0, 0) != cudaSuccess) return 1;
  if (cudaDeviceEnablePeerAccess(0, 0) == cudaSuccess) peer = 1;
  (void)cudaGetLastError();  // asked for, and not wanted
  std::printf("itself %d, a peer %d\n", itself, peer);

  cudaDeviceProp wanted = {};
  wanted.major = 3;
  if (cudaChooseDevice(&nearest, &wanted) != cudaSuccess) return 1;
  std::printf("nearest %d\n", nearest);

  char bus[32];
  if (cudaDeviceGetPCIBusId(bus, sizeof bus, nearest) != cudaSuccess) return 1;
  if (cudaDeviceGetByPCIBusId(&found, bus) != cudaSuccess) return 1;
  std::printf("%s\n", found == nearest ? "the same device" : "another device");
}
