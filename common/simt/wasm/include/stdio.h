// A program in a browser cannot start another one.
#pragma once
#include_next <stdio.h>
#ifdef __cplusplus
extern "C" {
inline FILE* popen(const char*, const char*) { return nullptr; }
inline int pclose(FILE*) { return -1; }
}
#endif
