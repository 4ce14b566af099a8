// A device function that main.cu calls.
__device__ float step(float value) { return value * 0.75f + 1.0f; }
