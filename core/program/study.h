// `slipstick study`: the runs of a study on all cores, a row for each, into a file that can be cut anywhere and gone on with.
#pragma once

#include "core/program/command_line.h"
#include "core/program/program.h"

namespace slipstick {

/// Computes the rows of a study that are asked for and not there yet.
ExitStatus runStudy(const CommandLine& line, const Streams& streams);
/// Puts files of rows together, sorted by run.
ExitStatus mergeStudies(const CommandLine& line, const Streams& streams);

}  // namespace slipstick
