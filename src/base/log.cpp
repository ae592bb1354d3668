#include "base/log.h"

#include <cstdio>

namespace arges {

// Where stderr can't be written, the run goes on.
void Log::write(const std::string& line) { std::fputs((line + "\n").c_str(), stderr); }

}  // namespace arges
