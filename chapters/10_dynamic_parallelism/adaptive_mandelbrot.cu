// Chapter 10 · adaptive_mandelbrot
//
// The flat way: one thread per pixel. The window and the limit are fixed here, before anything is tuned.
#include "tutorial.cuh"

// The window shows all of the set, not in its middle. The default picture on a GPU is 8192 × 8192.
constexpr float kLeft = -2.0f, kBottom = -1.2f, kSide = 2.6f;
constexpr int kLimit = 1024;  // iterations; a point that has not left by then counts as inside

int main() {}
