// Fisher-Yates in shared memory: one thread of each block shuffles, the others load and store. Normal numbers
// come in pairs; a state in memory keeps the second one for the next launch.
// prints: 64 different in each block, first ones 12 7 13 25
// prints: pairs 1
#include <curand_kernel.h>
#include <stdio.h>

#define N 64

__global__ void shuffle_cards(int* cards, unsigned seed) {
  __shared__ int deck[N];
  const int tid = threadIdx.x;
  deck[tid] = tid;
  __syncthreads();
  if (tid == 0) {
    curandStateMRG32k3a state;
    curand_init(seed, blockIdx.x, 0, &state);
    for (int last = N - 1; last > 0; --last) {
      const int chosen = curand(&state) % (last + 1);
      const int card = deck[last];
      deck[last] = deck[chosen];
      deck[chosen] = card;
    }
  }
  __syncthreads();
  cards[blockIdx.x * N + tid] = deck[tid];
}

__global__ void setup(curandState_t* state) { curand_init(1, 0, 0, state); }
__global__ void next_normal(curandState_t* state, float* out) { *out = curand_normal(state); }
__global__ void next_pair(curandState_t* state, float2* out) { *out = curand_normal2(state); }

int main(void) {
  int *d_cards, cards[4 * N], different = 0;
  cudaMalloc((void**)&d_cards, sizeof(cards));
  shuffle_cards<<<4, N>>>(d_cards, 99);
  cudaMemcpy(cards, d_cards, sizeof(cards), cudaMemcpyDeviceToHost);
  for (int block = 0; block < 4; block++) {
    unsigned long long seen = 0;
    for (int i = 0; i < N; i++) seen |= 1ull << cards[block * N + i];
    different += seen == ~0ull;
  }
  printf("%d different in each block, first ones %d %d %d %d\n", different * 16, cards[0], cards[N],
         cards[2 * N], cards[3 * N]);

  curandState_t* state;
  float2 *d_pair, pair;
  float* d_normals;
  float normals[2];
  cudaMalloc((void**)&state, sizeof(curandState_t));
  cudaMalloc((void**)&d_normals, sizeof(normals));
  cudaMalloc((void**)&d_pair, sizeof(pair));
  setup<<<1, 1>>>(state);
  next_normal<<<1, 1>>>(state, d_normals);
  next_normal<<<1, 1>>>(state, d_normals + 1);
  setup<<<1, 1>>>(state);
  next_pair<<<1, 1>>>(state, d_pair);
  cudaMemcpy(normals, d_normals, sizeof(normals), cudaMemcpyDeviceToHost);
  cudaMemcpy(&pair, d_pair, sizeof(pair), cudaMemcpyDeviceToHost);
  printf("pairs %d\n", normals[0] == pair.x && normals[1] == pair.y);
  cudaFree(d_cards);
  cudaFree(state);
  cudaFree(d_normals);
  cudaFree(d_pair);
  return 0;
}
