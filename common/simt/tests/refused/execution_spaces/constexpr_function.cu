// constexpr makes a function no device function, not even where its value is a constant.
// error: @size ‘constexpr int tiles(int)’ is a host function
// error: @call ‘constexpr int tiles(int)’ is a host function
// nvcc: error
constexpr int tiles(int n) { return (n + 15) / 16; }

__global__ void reserve(int* out, int n) {
  constexpr int kTiles = tiles(100);  // @size
  out[0] = kTiles + tiles(n);         // @call
}

int main() { return tiles(16) == 1 ? 0 : 1; }
