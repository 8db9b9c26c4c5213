// All throwing functions are in this file: items, solvers and the system are compiled without exceptions for the browser.
#include "core/system/failures.h"

#include "core/system/loop.h"

namespace slipstick {

void failAssembly(const std::string& message) { throw std::runtime_error(message); }
void failStale() { throw std::logic_error("an evaluation is used after its workspace served another evaluation"); }
void failBudget() { throw BudgetFailure("the run has reached its limit of force evaluations"); }
void failUnreserved() { throw std::logic_error("more items than were reserved"); }

}  // namespace slipstick
