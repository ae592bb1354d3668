#pragma once

#include "analysis/arg/arg.h"
#include "analysis/certify/certificate.h"
#include "analysis/system/reduced_system.h"

namespace arges::analysis {

/// Writes down a complete abstract reachability graph as a certificate.
Certificate make_certificate(const Arg& arg, const Domain& domain);

/// The same for a graph of a reduced system, as a certificate for the original: with what the
/// passes used, successors by the first actions of blocks, and a node without states at each
/// control point where the graph should have nodes but has none.
Certificate make_certificate(const Arg& arg, const Domain& domain, const ReducedSystem& system);

}  // namespace arges::analysis
