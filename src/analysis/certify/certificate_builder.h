#pragma once

#include "analysis/arg/arg.h"
#include "analysis/certify/certificate.h"

namespace arges::analysis {

/// Writes down a complete abstract reachability graph as a certificate.
Certificate make_certificate(const Arg& arg, const Domain& domain);

}  // namespace arges::analysis
