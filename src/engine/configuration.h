#pragma once

#include <cstdint>
#include <string>

#include "analysis/cegar/pruner.h"
#include "analysis/domain/predicate/predicate_domain.h"
#include "analysis/domain/product/value_budgets.h"
#include "analysis/ltl/choices.h"
#include "analysis/precision/precision.h"
#include "analysis/search/waitlist.h"
#include "frontend/c/options.h"

namespace arges::engine {

enum class ModelKind : std::uint8_t { cfa, xsts, c, scxml, gamma, machines, uml, lts };
constexpr bool is_statechart(ModelKind kind) {
  return kind == ModelKind::scxml || kind == ModelKind::gamma || kind == ModelKind::uml;
}
/// Whether a step of the model is a large statement of many alternatives.
constexpr bool is_stepwise(ModelKind kind) {
  return kind == ModelKind::xsts || kind == ModelKind::machines || is_statechart(kind);
}

enum class EngineKind : std::uint8_t { portfolio, cegar, explicit_states, bmc };
enum class DomainKind : std::uint8_t {
  explicit_values,
  pred_bool,
  pred_cart,
  pred_split,
  product,
  interval,
  polyhedra
};
enum class RefinementKind : std::uint8_t {
  sequence_interpolants,
  multiple_sequences,
  forward_interpolant,
  backward_interpolant,
  unsat_core,
  backward_core,
  newton_wp,
  newton_wp_live,
  newton_it_wp,
  newton_it_wp_live,
  newton_sp,
  newton_sp_live,
  newton_it_sp,
  newton_it_sp_live,
};
enum class InitialPrecision : std::uint8_t {
  empty,
  all_variables,
  all_assumes,
  property,
  control,
  file,
};
enum class Encoding : std::uint8_t { single, large };
enum class Flatten : std::uint8_t { automatic, on, off };
enum class Slice : std::uint8_t { on, off };
/// When a product tracks a variable by predicates instead of values.
enum class ProductKind : std::uint8_t {
  state,
  path,
  arg,
  path_enum,
  top_first,
  combined,
  control,
};
/// What happens when refinement makes no progress (Ádám 2023, Chapter 6).
enum class MonitorKind : std::uint8_t { disable, check, check_arg, mitigate, mitigate_arg };
/// The abstract integers that interval abstraction begins with.
enum class Intervals : std::uint8_t { coarse, sign };
/// What Ojala 2008, Section 7.1 proposes for the analysis of spurious counterexamples.
enum class QueueMatch : std::uint8_t { strict, weak };
enum class SplitValues : std::uint8_t { together, by_variable };
enum class Resimulate : std::uint8_t { on, off };
/// What is done about a variable that is split again and again.
enum class LoopCounters : std::uint8_t { split, exact, predicates };
/// Whether independent events are followed in every order.
enum class Reduction : std::uint8_t { partial_order, none };
enum class CheckAt : std::uint8_t { all, stable };
/// What the letters of an XSTS's words are: the states after init, env and trans, or without env.
enum class StepKind : std::uint8_t { half, whole };
/// Whether domains other than the one chosen have a turn where that one takes long.
enum class Turns : std::uint8_t { none, domains };
/// What properties are: about states, or about runs.
enum class Logic : std::uint8_t { reachability, ltl };
using frontend::c::ArithmeticChoice;
using frontend::c::DataModel;

/// Every choice a user can make about how a property is checked; plain data. The axes and their
/// values are described, parsed and listed by the tables of options.h.
struct Configuration {
  EngineKind engine = EngineKind::portfolio;
  std::string preset;         ///< of a portfolio; empty: as the model suggests
  std::uint32_t workers = 0;  ///< of a portfolio, at a time; 0 = as many as there are cores
  DomainKind domain = DomainKind::product;
  RefinementKind refinement = RefinementKind::sequence_interpolants;
  analysis::SearchKind search = analysis::SearchKind::breadth_first;
  analysis::PruneKind prune = analysis::PruneKind::lazy;
  /// Nothing is lost by stopping where the next iteration would be the same, and whoever asked is
  /// told at once what to try instead; to go on costs all the time there is if it does not help.
  MonitorKind monitor = MonitorKind::check;
  Encoding encoding = Encoding::large;
  Flatten flatten = Flatten::automatic;
  Slice slice = Slice::on;
  analysis::Granularity precision = analysis::Granularity::global;
  InitialPrecision init_prec = InitialPrecision::empty;
  std::string precision_file;  ///< of InitialPrecision::file
  CheckAt check_at = CheckAt::all;
  Logic logic = Logic::reachability;  ///< by the properties, no choice of its own
  Turns turns = Turns::none;          ///< where no domain was asked for
  analysis::FiniteRuns finite_runs = analysis::FiniteRuns::automatic;
  StepKind step = StepKind::half;
  analysis::LoopSearch loop_search = analysis::LoopSearch::components;
  analysis::LoopRefinement loop_refinement = analysis::LoopRefinement::ranking;
  ArithmeticChoice arithmetic = ArithmeticChoice::automatic;
  DataModel data_model = DataModel::ilp32;
  Intervals intervals = Intervals::coarse;
  QueueMatch queue_match = QueueMatch::strict;
  SplitValues split_values = SplitValues::together;
  Resimulate resimulate = Resimulate::on;
  LoopCounters loop_counters = LoopCounters::split;
  std::uint32_t most_cells = 16;  ///< that a variable has before it counts as a loop counter
  Reduction reduction = Reduction::partial_order;
  std::uint32_t bound = 0;      ///< of the length of runs; 0 = none
  std::uint32_t max_enum = 10;  ///< 0 = no limit
  ProductKind product = ProductKind::combined;
  std::uint32_t limit = 0;  ///< of values; 0 = as the product's kind has it
  analysis::PredicateAbstraction product_predicates = analysis::PredicateAbstraction::cartesian;
  analysis::PredicateSplit split = analysis::PredicateSplit::atoms;

  /// The limit in effect.
  std::uint32_t product_limit() const {
    if (limit != 0) return limit;
    return product == ProductKind::state || product == ProductKind::combined ? 1 : 32;
  }

  bool tracks_values() const {
    return domain == DomainKind::explicit_values || domain == DomainKind::product ||
           domain == DomainKind::interval;
  }
  /// Whether formulas are learnt from: as predicates, or as bounds of intervals.
  bool uses_formulas() const {
    return domain != DomainKind::explicit_values && domain != DomainKind::polyhedra;
  }

  bool operator==(const Configuration&) const = default;
};

/// The defaults for temporal formulas: of the domains, what each predicate is known to be does
/// best, as loops are left for reasons that are conditions rather than values; others have turns.
inline void use_defaults_of_ltl(Configuration& configuration) {
  configuration.logic = Logic::ltl;
  configuration.engine = EngineKind::cegar;
  configuration.domain = DomainKind::pred_cart;
  configuration.turns = Turns::domains;
}

/// The defaults of one engine.
inline Configuration defaults_of(EngineKind engine) {
  Configuration result;
  result.engine = engine;
  return result;
}

}  // namespace arges::engine
