#pragma once

constexpr int kBlock = 256;

void launch_reverse(int* out, const int* in, int n);
