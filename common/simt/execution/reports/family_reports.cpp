#include "execution/reports/family_reports.h"

#include <string>

#include "base/symbols.h"
#include "execution/reports/global_reports.h"
#include "execution/reports/report.h"

namespace simt {
namespace {

const char* verb_of(Touch touch) {
  return is_read(touch) ? "  read    " : touch == Touch::kUpdate ? "  atomic  " : "  write   ";
}

std::string side_text(const LaunchConfig& launch, const FamilyAccess& access) {
  return verb_of(access.touch) + source_line(access.pc) + " by " + launch.name + ", launched at " +
         launch_line(launch) + "\n";
}

const char* advice_for(FamilyRace::Kind kind) {
  switch (kind) {
    case FamilyRace::Kind::kParentAfter:
      return "a kernel never waits for what it launches, which may run at once or when it has "
             "ended: write before the launch, and have a kernel in the tail stream "
             "(cudaStreamTailLaunch) use the results";
    case FamilyRace::Kind::kParentUnordered:
      return "a child sees what the launching thread has written before the launch, and other "
             "threads of its block only if a barrier lies between: __syncthreads()";
    case FamilyRace::Kind::kOtherBlock:
      return "a child does not wait for the other blocks of the kernel that launches it: launch it "
             "into the tail stream (cudaStreamTailLaunch)";
    case FamilyRace::Kind::kSiblings:
      break;
  }
  return "grids run at the same time unless one block launches them into one stream: do so, or "
         "launch the second one into the tail stream, or give each bytes of its own";
}

}  // namespace

KernelError family_race_report(const std::vector<Grid*>& family, const FamilyRace& race) {
  const Grid &first = *family[race.first.grid], &second = *family[race.second.grid];
  const char* const who = race.kind == FamilyRace::Kind::kSiblings
                              ? "grids that a kernel has launched"
                              : "a kernel and a grid that it has launched";
  KernelError error = complete_report(
      cudaErrorLaunchFailure,
      std::string("simt: race between ") + who + ": both use " + memory_text(first, race.address) +
          " and nothing orders them\n" + side_text(first.config, race.first) +
          side_text(second.config, race.second) + "  advice  " + advice_for(race.kind) + "\n",
      family[0]->config);
  error.report += race_note("SIMT_CHECK_STREAMS");
  return error;
}

}  // namespace simt
