/// @file
/// cuBLAS.
#pragma once

#define CUBLAS_V2_H_  // programs ask for it

#include "cublas_api.h"
