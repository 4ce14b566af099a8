void add_serially(const float* a, const float* b, float* c, int n) {
  for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
}

void multiply_serially(const float* a, const float* b, float* c, int n) {
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) c[row * n + column] = 0;
    for (int k = 0; k < n; ++k) {
      for (int column = 0; column < n; ++column) {
        c[row * n + column] += a[row * n + k] * b[k * n + column];
      }
    }
  }
}
