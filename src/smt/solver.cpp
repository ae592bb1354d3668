#include "smt/solver.h"

namespace arges::smt {

const char* to_string(Status status) {
  switch (status) {
    case Status::sat:
      return "sat";
    case Status::unsat:
      return "unsat";
    case Status::unknown:
      return "unknown";
  }
  return "unknown";
}

}  // namespace arges::smt
