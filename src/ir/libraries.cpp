#include "ir/libraries.h"

#include <gmp.h>
#include <mpfr.h>

namespace arges::ir {

std::vector<Library> libraries() {
  return {{"GMP", "libgmp.", gmp_version}, {"MPFR", "libmpfr.", mpfr_get_version()}};
}

}  // namespace arges::ir
