#include <cstdio>

void print(const char* name, int sum) { std::printf("%s: %d\n", name, sum); }
