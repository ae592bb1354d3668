#pragma once

#include <optional>

#include "analysis/refine/refutation.h"
#include "analysis/refine/trace_encoding.h"

namespace arges::analysis {

/// Explains why a trace without a run has none.
class Refuter {
 public:
  virtual ~Refuter() = default;
  /// For statistics.
  virtual const char* name() const = 0;
  /// Nothing if this way of explaining fails for the trace.
  virtual std::optional<Refutation> refute(const TraceEncoding& encoding) = 0;
  /// What it said did not help: from here on it uses stronger means, if it has any.
  virtual void escalate() {}
};

/// A refutation by interpolants; the variables are those that occur in them.
Refutation by_interpolants(std::vector<ir::Expr> interpolants);

}  // namespace arges::analysis
