#pragma once

#include <functional>

namespace arges::cli {

/// Runs a function that does not throw on a thread of its own with a stack for recursion over deep
/// expressions; where there is no room for one, on the caller's.
int on_large_stack(const std::function<int()>& function);

}  // namespace arges::cli
