#pragma once

#include <variant>

#include "analysis/certify/certificate.h"
#include "analysis/certify/induction_certificate.h"
#include "analysis/certify/ltl_certificate.h"
#include "analysis/certify/state_set.h"

namespace arges::analysis {

/// What the verdict `true` rests on.
using Proof = std::variant<Certificate, InductionCertificate, LtlCertificate, StateSet>;

}  // namespace arges::analysis
