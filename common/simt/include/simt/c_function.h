/// @file
/// What the C library's headers say of its functions: a function that takes the place of one has to say it, too.
#pragma once

#if defined(__wasm__)
#define SIMT_C_FUNCTION
#define SIMT_ASSERT_LINE int
#else
#define SIMT_C_FUNCTION noexcept
#define SIMT_ASSERT_LINE unsigned  ///< of __assert_fail()
#endif
