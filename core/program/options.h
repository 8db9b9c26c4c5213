// The options of the program: each with what its value may be.
#pragma once

#include "core/program/commands.h"

namespace slipstick::options {

extern const Option parameter, progress, noProgress, json, measures, model, digest, models, study, jobs, part, resume, merge, seconds, fmi,
    hold, force;
extern const Option resultFile, rowsFile, tableFile, fmuFile, modelFile, assembledFile;  // --output

}  // namespace slipstick::options
