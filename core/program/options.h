// The options of the program, each with its allowed values.
#pragma once

#include "core/program/commands.h"

namespace slipstick::options {

extern const Option balance;
extern const Option parameter, progress, noProgress, json, measures, model, digest, models, study, jobs, part, resume, merge, seconds, fmi,
    library, hold, force, language, toLanguage, sourceLanguage, format, put, accuracy, linearInput, linearOutput, time, linearFormat;
extern const Option resultFile, rowsFile, tableFile, fmuFile, scriptFile, modelFile, assembledFile, textsFile;  // --output

}  // namespace slipstick::options
