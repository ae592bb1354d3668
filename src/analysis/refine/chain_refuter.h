#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "analysis/refine/refuter.h"
#include "base/env.h"
#include "smt/interpolation/chain.h"

namespace arges::analysis {

/// The trace as the interpolation library wants it.
smt::FormulaTrace formula_trace(const TraceEncoding& encoding);

/// A way to make sequence interpolants of formulas.
using ChainMaker = std::function<std::optional<smt::Chain>(const smt::FormulaTrace&)>;

/// Sequence interpolants by one of the generators of smt/interpolation. These take formulas apart,
/// case by case: traces with too much in them are left to others.
class ChainRefuter : public Refuter {
 public:
  ChainRefuter(const char* name, ChainMaker make) : name_(name), make_(std::move(make)) {}
  const char* name() const override { return name_; }
  std::optional<Refutation> refute(const TraceEncoding& encoding) override;

 private:
  static constexpr std::size_t most_branchings = 16;  ///< choices and ifs

  const char* name_;
  ChainMaker make_;
};

/// `fw-bin-itp`, `bw-bin-itp`: one interpolant, at the end of the longest prefix that has a run, or
/// at the start of the longest such suffix. One formula may not be enough to exclude a trace: for a
/// trace that comes back there is nothing.
class BinaryRefuter : public Refuter {
 public:
  enum class Direction : std::uint8_t { forward, backward };
  BinaryRefuter(Env& env, smt::SolverFactory& solvers, Direction direction,
                std::vector<ChainMaker> makers)
      : env_(env), solvers_(solvers), direction_(direction), makers_(std::move(makers)) {}
  const char* name() const override { return "binary"; }
  std::optional<Refutation> refute(const TraceEncoding& encoding) override;

 private:
  /// The state that the contradiction is split at.
  std::optional<std::size_t> split(const smt::FormulaTrace& trace) const;

  Env& env_;
  smt::SolverFactory& solvers_;
  Direction direction_;
  std::vector<ChainMaker> makers_;
  std::set<std::vector<const Action*>> seen_;
};

/// What several ways find, conjoined: a chain of chains. At least one must succeed.
class UnitedRefuter : public Refuter {
 public:
  explicit UnitedRefuter(std::vector<std::unique_ptr<Refuter>> ways) : ways_(std::move(ways)) {}
  const char* name() const override { return "united"; }
  std::optional<Refutation> refute(const TraceEncoding& encoding) override;

 private:
  std::vector<std::unique_ptr<Refuter>> ways_;
};

/// Changes to stronger means when a run needs many refutations: no way of making interpolants finds
/// the right predicates for all programs, and one that does not shows it by never ending.
class EscalatingRefuter : public Refuter {
 public:
  struct Level {
    std::size_t after;  ///< refutations
    std::unique_ptr<Refuter> refuter;
  };
  /// The first level is for the start.
  explicit EscalatingRefuter(std::vector<Level> levels) : levels_(std::move(levels)) {}
  const char* name() const override { return "escalating"; }
  std::optional<Refutation> refute(const TraceEncoding& encoding) override;
  void escalate() override { count_ = std::max(count_, levels_.back().after); }

 private:
  std::vector<Level> levels_;
  std::size_t count_ = 0;
};

}  // namespace arges::analysis
