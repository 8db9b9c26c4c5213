#include "core/model/creators.h"

namespace slipstick {

void expandCreators(const Json&, const Scope&, Drafts&, Issues&) {}

}  // namespace slipstick
