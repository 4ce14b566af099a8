/// @file
/// @ingroup tutorial
/// Where the check of an exercise has the learner's file: `#include "tutorial/submission.cuh"`. It compiles
/// with -DSUBMISSION="FILE". (CMake compiles a check once, with declarations of what it uses as FILE:
/// common/tools/split_check.cpp.) What follows is the check's, and has to mean what it says.

#pragma GCC diagnostic ignored "-Wunused-parameter"  // those of a stub

// Names of the tutorial's types that a learner may think of, too: in the file they mean the learner's own.
#define Buffer learners_Buffer
#define Comparison learners_Comparison
#define Counters learners_Counters
#define Gate learners_Gate
#define HostArray learners_HostArray
#define HostCall learners_HostCall
#define Launches learners_Launches
#define Option learners_Option
#define Options learners_Options
#define Share learners_Share
#define Timeline learners_Timeline

#include SUBMISSION

#undef Buffer
#undef Comparison
#undef Counters
#undef Gate
#undef HostArray
#undef HostCall
#undef Launches
#undef Option
#undef Options
#undef Share
#undef Timeline

#if defined(main) || defined(Exercise) || defined(exercise) || defined(begin) ||    \
    defined(expect) || defined(limit) || defined(require) || defined(shared_out) || \
    defined(failed) || defined(answer) || defined(verdict)
#error "your file defines a macro of a name that its check uses: choose another name for it"
#endif
