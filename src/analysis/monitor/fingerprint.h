#pragma once

#include <compare>
#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/arg/arg.h"

namespace arges::analysis {

/// Stands for a structure of any size: two hashes that have nothing in common. That two different
/// structures of a run agree in both does not happen in practice, and could only make it give up.
struct Fingerprint {
  std::uint64_t first = 0xcbf29ce484222325;
  std::uint64_t second = 0x9e3779b97f4a7c15;

  auto operator<=>(const Fingerprint&) const = default;

  /// Of what this stands for, followed by one thing more.
  Fingerprint with(std::uint64_t number) const;
  Fingerprint with(std::string_view text) const;
  Fingerprint with(const Fingerprint& other) const;
};

/// Tells whether counterexamples and graphs are the same to a reader: by control points, actions
/// and what states print as. Numbers of nodes and of interned states, which differ from one
/// iteration to the next, have no part in it; an action's number does not, and labels need not be
/// unique.
class GraphReader {
 public:
  GraphReader(const System& system, const Domain& domain) : system_(system), domain_(domain) {}

  /// The way from a root to a node.
  Fingerprint path(const Arg& arg, NodeId node) const;
  /// All nodes by the ways to them, what covers them, and what is still to be expanded. The order
  /// in which they were made does not count.
  Fingerprint graph(const Arg& arg) const;
  Fingerprint precision(const Precision& precision) const;

 private:
  /// The way to a node, given the one to its parent.
  Fingerprint step(const Fingerprint& before, const ArgNode& node) const;
  /// By numbers of nodes.
  std::vector<Fingerprint> all_paths(const Arg& arg) const;

  const System& system_;
  const Domain& domain_;
};

}  // namespace arges::analysis
