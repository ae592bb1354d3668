#pragma once

#include <map>
#include <vector>

#include "analysis/certify/certificate.h"

namespace arges::analysis {

/// The proof that no run of a model has a word that an automaton accepts: the abstract product as a
/// graph, and why no accepting cycle of it goes on for ever. It is about a BuchiProduct, whose
/// control points and actions it names; no node is covered, edges lead to coverers. There need not
/// be nodes at every control point: edges tell all actions of the way that they take.
struct LtlCertificate {
  Certificate graph;
  /// Ranking functions, each a family of integer terms by control point.
  std::vector<std::map<Control, ir::Expr>> rankings;
};

}  // namespace arges::analysis
