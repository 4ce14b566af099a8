// A buffer of bytes that a function hands out piece by piece, each aligned as its type asks for and no more.
// prints: 8 24 48 7 2.5 100 4
#include <cuda_runtime.h>

#include <cstdio>

struct Header {
  long long packets;
};
struct Packet {  // 16 bytes, aligned to 8
  float value;
  short kind, length;
  long long time;
};
struct Trailer {  // 16 bytes, aligned to 16
  alignas(16) int sums[4];
};

template <class T>
__host__ __device__ T* take(unsigned char*& place) {
  const unsigned long long at = reinterpret_cast<unsigned long long>(place);
  place += (alignof(T) - at % alignof(T)) % alignof(T);
  T* const taken = reinterpret_cast<T*>(place);
  place += sizeof(T);
  return taken;
}

__global__ void fill(unsigned char* buffer, unsigned char* copy, int* places) {
  unsigned char* place = buffer;
  Header* const header = take<Header>(place);
  Packet* const first = take<Packet>(place);
  Packet* const second = take<Packet>(place);
  Trailer* const trailer = take<Trailer>(place);
  *header = {2};
  *first = {2.5f, 7, 16, 100};
  *second = *first;
  *trailer = {{1, 2, 3, 4}};
  places[0] = static_cast<int>(reinterpret_cast<unsigned char*>(first) - buffer);
  places[1] = static_cast<int>(reinterpret_cast<unsigned char*>(second) - buffer);
  places[2] = static_cast<int>(reinterpret_cast<unsigned char*>(trailer) - buffer);

  *reinterpret_cast<Packet*>(copy + 8) = *second;
  *reinterpret_cast<Trailer*>(copy + 32) = *trailer;
}

int main() {
  alignas(16) unsigned char on_host[64];
  unsigned char *buffer, *copy;
  int *places, at[3];
  cudaMalloc(&buffer, 64);
  cudaMalloc(&copy, 64);
  cudaMemset(copy, 0, 64);
  cudaMalloc(&places, sizeof at);
  fill<<<1, 1>>>(buffer, copy, places);
  cudaMemcpy(at, places, sizeof at, cudaMemcpyDeviceToHost);
  cudaMemcpy(on_host, copy, 64, cudaMemcpyDeviceToHost);
  const Packet packet = *reinterpret_cast<const Packet*>(on_host + 8);
  std::printf("%d %d %d %d %g %lld %d\n", at[0], at[1], at[2], packet.kind, packet.value,
              packet.time, reinterpret_cast<const int*>(on_host + 32)[3]);
  cudaFree(buffer);
  cudaFree(copy);
  cudaFree(places);
}
