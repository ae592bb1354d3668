#include "smt/z3/libraries.h"

#include <fmt/format.h>
#include <z3.h>

namespace arges::smt {

std::vector<Library> libraries() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned build = 0;
  unsigned revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return {{"Z3", "libz3.", fmt::format("{}.{}.{}.{}", major, minor, build, revision)}};
}

}  // namespace arges::smt
