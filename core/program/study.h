// `slipstick study`: the runs of a study on all cores, with one row each. The file of rows can be truncated anywhere and continued.
#pragma once

#include "core/program/command_line.h"
#include "core/program/program.h"

namespace slipstick {

/// Computes the requested rows of a study that do not exist yet.
ExitStatus runStudy(const CommandLine& line, const Streams& streams);
/// Merges files of rows, sorted by run.
ExitStatus mergeStudies(const CommandLine& line, const Streams& streams);

}  // namespace slipstick
