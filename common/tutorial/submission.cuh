/// @file
/// @ingroup tutorial
/// Where the check of an exercise has the learner's file: `#include "tutorial/submission.cuh"`. It compiles
/// with -DSUBMISSION="FILE". (CMake compiles a check once, with declarations of what it uses as FILE:
/// common/tools/split_check.cpp.) What follows is the check's, and has to mean what it says.

#pragma GCC diagnostic ignored "-Wunused-parameter"  // those of a stub

#include SUBMISSION

#if defined(main) || defined(Exercise) || defined(exercise) || defined(Buffer) ||    \
    defined(Counters) || defined(begin) || defined(expect) || defined(limit) ||      \
    defined(require) || defined(shared_out) || defined(failed) || defined(answer) || \
    defined(verdict)
#error "your file defines a macro of a name that its check uses: choose another name for it"
#endif
