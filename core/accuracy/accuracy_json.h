// The accuracy of a run as JSON and as text: AccuracyReport of wasm/engine/wire.ts.
#pragma once

#include <string>

#include "core/accuracy/accuracy.h"
#include "core/model/shared_json.h"

namespace slipstick {

/// `withBands`: with the times and the estimated errors of all samples.
Json accuracyJson(const Accuracy& accuracy, bool withBands);
/// The same as sentences, each on a line.
std::string accuracyText(const Accuracy& accuracy);

}  // namespace slipstick
