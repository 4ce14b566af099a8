// Of a vector only some components are set and used, and of a union the member that is in use.
// prints: 3 0.75 5 2.5 7 9
#include <cuda_runtime.h>

#include <cstdio>

union Number {
  char small;
  int whole;
  double real;
};
struct Value {
  enum Kind { kSmall, kReal } kind;
  Number number;
};

__global__ void vectors(float4* points, float* out) {
  __shared__ float4 places[32];
  __shared__ int2 spans[32];
  __shared__ uchar4 colours[32];
  const int i = threadIdx.x;
  places[i].x = i;
  places[i].y = 0.25f * i;
  spans[i].y = 5;
  colours[i].z = 9;
  __syncthreads();
  const float4 place = places[(i + 3) % 32];  // z and w are nobody's
  const int2 span = spans[31 - i];
  const uchar4 colour = colours[31 - i];
  points[i].x = place.x;
  points[i] = points[i];
  if (i == 0) {
    out[0] = points[0].x;
    out[1] = place.y;
    out[2] = span.y;
    out[5] = colour.z;
  }
}

__global__ void unions(float* out) {
  __shared__ Value values[8];
  __shared__ Number numbers[8];
  const int i = threadIdx.x;
  if (i % 2 == 0) {
    values[i].kind = Value::kSmall;
    values[i].number.small = 7;
  } else {
    values[i].kind = Value::kReal;
    values[i].number.real = 2.5;
  }
  numbers[i].whole = i;
  __syncthreads();
  const Value value = values[7 - i];
  const Number number = numbers[7 - i];
  if (value.kind == Value::kReal && number.whole == 7) out[3] = value.number.real;
  if (value.kind == Value::kSmall && number.whole == 6) out[4] = value.number.small;
}

int main() {
  float4* points;
  float *out, host[6] = {};
  cudaMalloc(&points, 32 * sizeof(float4));
  cudaMalloc(&out, sizeof host);
  vectors<<<1, 32>>>(points, out);
  unions<<<1, 8>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g %g %g %g\n", host[0], host[1], host[2], host[3], host[4], host[5]);
  cudaFree(points);
  cudaFree(out);
}
