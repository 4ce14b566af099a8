// With what wasi-libc lacks: wasm/platform.cpp has it.
#pragma once
#include_next <stdio.h>
#ifdef __cplusplus
extern "C" {
FILE* popen(const char* command, const char* mode);
int pclose(FILE* pipe);
}
#endif
