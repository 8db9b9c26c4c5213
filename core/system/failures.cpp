// All throwing functions are in this file: items, solvers and the system are compiled without exceptions for the browser.
#include "core/system/failures.h"

#include "core/system/loop.h"

namespace slipstick {

void failAssembly(const std::string& message) { throw std::runtime_error(message); }
void failStale() { throw std::logic_error("an evaluation is used whose workspace has served another"); }
void failBudget() { throw BudgetFailure("the run has taken as many evaluations of its forces as it may"); }
void failUnreserved() { throw std::logic_error("more items than were reserved"); }

}  // namespace slipstick
