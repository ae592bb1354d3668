#pragma once

#include "engine/options.h"

namespace arges::engine::option_values {

/// What each option of the configuration takes, with help and advice; option_tables.cpp says which
/// option has which.

constexpr std::uint32_t number(auto enumerator) { return static_cast<std::uint32_t>(enumerator); }

inline constexpr Choice engines[] = {
    {"portfolio", "several configurations in turns and side by side; the first verdict counts",
     "the default: picks what suits the model, and goes on with something else where one is stuck",
     number(EngineKind::portfolio)},
    {"cegar", "abstraction refined along spurious counterexamples",
     "the engine for every model; its axes below decide how well it does; for temporal formulas it "
     "is the one engine",
     number(EngineKind::cegar)},
    {"explicit", "every reachable state once, by the values of all variables, breadth first",
     "for small state spaces and the shortest counterexamples; integers must stay within few "
     "values",
     number(EngineKind::explicit_states)},
    {"bmc", "runs of growing length, all of one length at once; proofs by k-induction",
     "for violations after few steps, and for properties that follow from the last few steps",
     number(EngineKind::bmc)},
};

inline constexpr Choice domains[] = {
    {"expl", "values of some variables, the others unknown",
     "for control-heavy models: few variables decide, and each takes few values",
     number(DomainKind::explicit_values), Capability::values, Capability::refuted_variables},
    {"pred-bool", "all combinations of truth values of predicates, in one state",
     "when predicates depend on each other; exponential in their number",
     number(DomainKind::pred_bool), Capability::none, Capability::interpolants},
    {"pred-cart", "what each predicate is known to be, for itself",
     "for data-heavy models: cheapest of the predicate domains; the default for temporal formulas",
     number(DomainKind::pred_cart), Capability::none, Capability::interpolants},
    {"pred-split", "each combination of truth values a state of its own",
     "as pred-bool, with states that are easier to tell apart and to cover",
     number(DomainKind::pred_split), Capability::none, Capability::interpolants},
    {"prod", "values for variables that take few, predicates for the others",
     "for models with both control and data; --prod-strategy says what few is",
     number(DomainKind::product), Capability::values, Capability::interpolants},
    {"interval", "integers in intervals that are split where it matters",
     "for counters of which few values matter; not where variables must be compared with each "
     "other. State machines are refined by analysing spurious counterexamples, other models where "
     "a refutation compares a variable with a number",
     number(DomainKind::interval), Capability::none, Capability::refuted_variables},
    {"polyhedra", "linear relations between integers, for each combination of all other values",
     "for state machines whose counters have to do with each other; proves, and finds no violation",
     number(DomainKind::polyhedra), Capability::none, Capability::none, only(ModelKind::machines)},
};

inline constexpr Choice interval_starts[] = {
    {"coarse", "all numbers in one interval", "the default: only what matters is split",
     number(Intervals::coarse)},
    {"sign", "negative numbers, zero, positive numbers", "where most conditions ask for a sign",
     number(Intervals::sign)},
};

inline constexpr Choice queue_matches[] = {
    {"strict", "all messages sent to an object so far must have been sent to it in both executions",
     "the default, as in Ojala's thesis", number(QueueMatch::strict)},
    {"weak", "only the message that is received must be the same in both executions",
     "when refinement is about where other messages went, which does not matter",
     number(QueueMatch::weak)},
};

inline constexpr Choice split_values[] = {
    {"together", "all variables of an expression are split at all numbers in it",
     "the default, as in Ojala's thesis: fewer refinements", number(SplitValues::together)},
    {"by-variable", "each variable is split at the numbers on the way down to it",
     "for fewer cells, where an expression has several variables",
     number(SplitValues::by_variable)},
};

inline constexpr Choice resimulations[] = {
    {"on", "the refined abstraction is tried along the same events until they lead nowhere",
     "the default: a search of all configurations costs more", number(Resimulate::on)},
    {"off", "the abstraction is searched again after every refinement",
     "when one counterexample leads to many refinements that others would not need",
     number(Resimulate::off)},
};

inline constexpr Choice loop_counter_choices[] = {
    {"split", "they are split on and on", "the default: right where counting ends soon",
     number(LoopCounters::split)},
    {"exact", "their numbers are told apart one by one from then on",
     "for counters that end after some hundred steps", number(LoopCounters::exact)},
    {"predicates", "--domain prod goes on, with the bounds of the cells as predicates",
     "for counters that are compared with other variables, or count without end",
     number(LoopCounters::predicates)},
};

inline constexpr Choice reductions[] = {
    {"por", "of events that are independent of each other, those of one object first",
     "the default: never more states, the same verdicts", number(Reduction::partial_order)},
    {"none", "events in every order",
     "for shortest counterexamples, or to see how many states there are", number(Reduction::none)},
};

inline constexpr Choice product_kinds[] = {
    {"combined", "as state, and by values only until the whole graph has 256 of them",
     "the default: loops that count on and on do not run away", number(ProductKind::combined)},
    {"state", "by values until a state has successors with more than --limit of them",
     "best on the mix of tasks in Bajkai's thesis", number(ProductKind::state)},
    {"path", "by values until a path has more than --limit of them; nothing is enumerated",
     "for counters that grow along a path", number(ProductKind::path)},
    {"arg", "by values until the whole graph has more than --limit of them",
     "between explicit values and predicates, by the limit alone", number(ProductKind::arg)},
    {"path-enum", "as path, and successors are enumerated",
     "when path leaves too many variables unknown", number(ProductKind::path_enum)},
    {"top-first", "unknown first, enumerated once asked for again, then predicates",
     "when enumerating at once makes too many states", number(ProductKind::top_first)},
    {"ctrl", "control variables by values, the others by predicates",
     "for statecharts; a variable with more than --limit predicates changes to values",
     number(ProductKind::control), Capability::none, Capability::none, stepwise_models},
};

inline constexpr Choice product_predicates[] = {
    {"cart", "as --domain pred-cart", "the default",
     number(analysis::PredicateAbstraction::cartesian)},
    {"bool", "as --domain pred-bool", "when predicates depend on each other",
     number(analysis::PredicateAbstraction::boolean)},
    {"split", "as --domain pred-split", "when predicates depend on each other",
     number(analysis::PredicateAbstraction::split)},
};

inline constexpr Choice predicate_splits[] = {
    {"atoms", "every comparison in an interpolant is a predicate",
     "the default: small predicates are found again elsewhere",
     number(analysis::PredicateSplit::atoms)},
    {"conjuncts", "every conjunct of an interpolant is a predicate",
     "when disjunctions matter as a whole", number(analysis::PredicateSplit::conjuncts)},
    {"whole", "an interpolant is a predicate", "for the fewest predicates",
     number(analysis::PredicateSplit::whole)},
};

inline constexpr Choice refinements[] = {
    {"seq-itp", "one interpolant per state of the counterexample, made in the way that works",
     "the default: finds at which states a variable matters, so less is explored again",
     number(RefinementKind::sequence_interpolants),
     Capability::refuted_variables | Capability::interpolants},
    {"unsat-core", "all variables of the statements in the solver's unsatisfiable core",
     "when seq-itp adds variables one by one over many iterations, or its formulas grow large",
     number(RefinementKind::unsat_core), Capability::refuted_variables},
    {"ucb", "backwards from the end, keeping what contradicts the trace before",
     "when the error condition is the key to the proof", number(RefinementKind::backward_core),
     Capability::refuted_variables | Capability::interpolants},
    {"nwt-wp", "weakest preconditions of the whole trace",
     "for short traces; nothing is lost to a choice of core", number(RefinementKind::newton_wp),
     Capability::refuted_variables | Capability::interpolants},
    {"nwt-it-wp", "weakest preconditions of the contradictory statements",
     "the cheapest interpolants where arithmetic is linear or there are arrays",
     number(RefinementKind::newton_it_wp),
     Capability::refuted_variables | Capability::interpolants},
    {"nwt-sp", "strongest postconditions of the whole trace",
     "to compare with other tools; nwt-sp-lv says less and does better",
     number(RefinementKind::newton_sp), Capability::refuted_variables | Capability::interpolants},
    {"nwt-sp-lv", "the same about live variables, as far as the rest of the trace needs it",
     "when what was reached explains more than what is to be avoided",
     number(RefinementKind::newton_sp_live),
     Capability::refuted_variables | Capability::interpolants},
    {"nwt-it-sp", "strongest postconditions of the contradictory statements", "as nwt-sp, on less",
     number(RefinementKind::newton_it_sp),
     Capability::refuted_variables | Capability::interpolants},
    {"nwt-it-sp-lv", "the same about live variables, as far as the rest needs it",
     "the best of the nwt-sp family", number(RefinementKind::newton_it_sp_live),
     Capability::refuted_variables | Capability::interpolants},
    {"nwt-wp-lv", "as nwt-wp, whose conditions speak about live variables in any case",
     "a name that other tools have", number(RefinementKind::newton_wp_live),
     Capability::refuted_variables | Capability::interpolants},
    {"nwt-it-wp-lv", "as nwt-it-wp, whose conditions speak about live variables in any case",
     "a name that other tools have", number(RefinementKind::newton_it_wp_live),
     Capability::refuted_variables | Capability::interpolants},
    {"fw-bin-itp", "one interpolant, where the trace stops being possible",
     "when the reason lies early in long traces", number(RefinementKind::forward_interpolant),
     Capability::refuted_variables | Capability::interpolants},
    {"bw-bin-itp", "one interpolant, where the rest of the trace stops being possible",
     "when the reason lies late in long traces", number(RefinementKind::backward_interpolant),
     Capability::refuted_variables | Capability::interpolants},
    {"multi-seq", "seq-itp for all counterexamples of the graph at once",
     "when there are many ways to a target and each needs a refinement of its own",
     number(RefinementKind::multiple_sequences),
     Capability::refuted_variables | Capability::interpolants},
};

inline constexpr Choice searches[] = {
    {"bfs", "breadth first", "the default: finds shortest abstract counterexamples",
     number(analysis::SearchKind::breadth_first)},
    {"dfs", "depth first", "for violations deep in a model with many branches",
     number(analysis::SearchKind::depth_first)},
    {"err", "nearest to the target first, by control distance",
     "for automata with many locations and a suspected violation",
     number(analysis::SearchKind::error_distance)},
};

inline constexpr Choice prunes[] = {
    {"lazy", "drop only what the refinement made wrong", "the default: keeps the rest of the graph",
     number(analysis::PruneKind::lazy)},
    {"full", "start the graph anew", "when a coarse prefix keeps dragging in needless states",
     number(analysis::PruneKind::full)},
};

inline constexpr Choice monitors[] = {
    {"check", "stop when a counterexample that taught nothing comes back",
     "the default: an early answer instead of a time-out, with hints what to try",
     number(MonitorKind::check)},
    {"check-arg", "stop when it comes back in the same graph with the same precision",
     "with --prune lazy, whose graphs may grow elsewhere meanwhile; a little slower",
     number(MonitorKind::check_arg)},
    {"mitigate", "go past it and look for other counterexamples",
     "to find violations behind spurious counterexamples the domain can't exclude; may take long",
     number(MonitorKind::mitigate)},
    {"mitigate-arg", "go past it if the graph and the precision are the same",
     "as mitigate, with --prune lazy", number(MonitorKind::mitigate_arg)},
    {"disable", "repeat the iteration until a limit ends it",
     "only to measure what the others gain", number(MonitorKind::disable)},
};

inline constexpr Choice precisions[] = {
    {"global", "what is learnt holds everywhere", "the default: fewest refinements",
     number(analysis::Granularity::global)},
    {"local", "what is learnt holds at the control points it was learnt for",
     "for large automata whose parts need different variables",
     number(analysis::Granularity::local)},
};

inline constexpr Choice initial_precisions[] = {
    {"empty", "track nothing until a refinement asks for it", "the default",
     number(InitialPrecision::empty)},
    {"all-vars", "track every variable from the start",
     "for small state spaces: exploration without refinement, as an explicit-state checker does",
     number(InitialPrecision::all_variables), Capability::none, Capability::values},
    {"ctrl", "track the control variables of an XSTS",
     "for statecharts: their states are needed anyway", number(InitialPrecision::control),
     Capability::none, Capability::values, stepwise_models},
    {"all-assumes", "track what the model's conditions are about",
     "when most conditions turn out to matter", number(InitialPrecision::all_assumes)},
    {"prop", "track what the property is about", "saves the first refinement or two",
     number(InitialPrecision::property)},
    {"FILE", "track what a file says: lines 'track VARIABLE' and 'predicate CONDITION'",
     "to go on where another run ended: --save-prec writes such a file",
     number(InitialPrecision::file)},
};

inline constexpr Choice encodings[] = {
    {"lbe", "paths without a loop become one action; with values or an XSTS, no branches join",
     "the default: fewer states, larger formulas", number(Encoding::large)},
    {"sbe", "every edge is an action", "when formulas get too large, or for tracing",
     number(Encoding::single)},
};

inline constexpr Choice slices[] = {
    {"on", "leave out constants, dead values, and what influences no condition", "the default",
     number(Slice::on)},
    {"off", "keep the model as it is", "when looking for a defect of arges", number(Slice::off)},
};

inline constexpr Choice flattenings[] = {
    {"auto", "on where predicates are tracked, but not for --prod-strategy ctrl", "the default",
     number(Flatten::automatic)},
    {"on", "choices and ifs of the two outermost levels, up to 64 ways through a step",
     "when refinement is slow because steps are large", number(Flatten::on)},
    {"off", "a step is taken as a whole", "when steps with many ways make the graph too wide",
     number(Flatten::off)},
};

inline constexpr Choice arithmetics[] = {
    {"auto", "bit-vectors for programs that combine bits of variables, else integers",
     "the default", number(ArithmeticChoice::automatic)},
    {"int", "mathematical integers, modulo 2^n where C says so",
     "fast; operations on bits become sums", number(ArithmeticChoice::integers)},
    {"bv", "bit-vectors", "for programs about bits", number(ArithmeticChoice::bit_vectors)},
};

inline constexpr Choice data_models[] = {
    {"ilp32", "int, long and pointers have 32 bits", "most tasks of SV-COMP",
     number(DataModel::ilp32)},
    {"lp64", "int has 32 bits, long and pointers have 64", "programs for today's machines",
     number(DataModel::lp64)},
};

inline constexpr Choice check_points[] = {
    {"all", "after init, env and trans", "the default, as Theta's CEGAR does",
     number(CheckAt::all)},
    {"stable", "after init and trans",
     "when the property may be broken between a step's two halves, as for Theta's BMC",
     number(CheckAt::stable)},
};

inline constexpr Choice loop_searches[] = {
    {"scc", "strong components of the product with the generalized automaton, while it is explored",
     "the default: works with the smallest automaton, and with ranking functions",
     number(analysis::LoopSearch::components)},
    {"ndfs", "nested depth-first search (Mondok 2019, Algorithm 1)",
     "for comparison; once there are ranking functions, components decide",
     number(analysis::LoopSearch::nested)},
    {"gdfs", "one depth-first search that counts accepting states on its stack",
     "may find violations sooner; what it misses, components find",
     number(analysis::LoopSearch::guided)},
    {"full", "the whole abstract graph first, then its components",
     "for short counterexamples; costs the whole graph in every iteration",
     number(analysis::LoopSearch::full)},
};

inline constexpr Choice loop_refinements[] = {
    {"ranking", "first a ranking function: a reason why the loop ends; then as unrolling",
     "the default: the only way to prove that loops without a constant bound end",
     number(analysis::LoopRefinement::ranking)},
    {"unrolling", "some more rounds of the loop are tried, then as direct",
     "for loops that close, or end, after a few rounds",
     number(analysis::LoopRefinement::unrolling)},
    {"direct", "the states at the loop's start and at its end are told apart (Mondok 2019, 3.4.4)",
     "for finite models", number(analysis::LoopRefinement::direct)},
};

inline constexpr Choice finite_runs[] = {
    {"auto", "stutter-final; ignore where letters are inputs and outputs", "the default",
     number(analysis::FiniteRuns::automatic)},
    {"stutter-final", "where the model says that a run ends (final locations), its state repeats",
     "when the last state of a run that ends matters", number(analysis::FiniteRuns::stutter_final)},
    {"stutter-all", "in every state without a successor, that state repeats",
     "when deadlocks count as ends", number(analysis::FiniteRuns::stutter_all)},
    {"ignore", "nothing: formulas speak of infinite runs only", "when finite runs are artefacts",
     number(analysis::FiniteRuns::ignore)},
};

inline constexpr Choice steps[] = {
    {"half", "formulas see the states after init, after env and after trans", "the default",
     number(StepKind::half)},
    {"whole", "formulas see the states after init and after trans", "when env only prepares inputs",
     number(StepKind::whole)},
};

inline constexpr Choice formats[] = {
    {"cfa", "control flow automaton (.cfa, .theta)", "files of Theta and PLCverif",
     number(ModelKind::cfa)},
    {"xsts", "extended symbolic transition system (.xsts)", "files of Theta and Gamma",
     number(ModelKind::xsts)},
    {"c", "C program (.c, .i)", "tasks of SV-COMP, and C as people write it", number(ModelKind::c)},
    {"scxml", "state machine or system of them in SCXML (.scxml)", "W3C's statecharts",
     number(ModelKind::scxml)},
    {"gamma", "statechart or composition in Gamma's language (.gcd), or properties of one (.gpd)",
     "models of the Gamma framework", number(ModelKind::gamma)},
    {"sm", "objects with state machines that send each other messages (.sm)",
     "communicating state machines as text", number(ModelKind::machines)},
    {"uml", "state machine or system of objects in UML (.uml, .xmi)",
     "models of Papyrus and Eclipse UML2, tests of PSSM", number(ModelKind::uml)},
    {"aut", "labelled or modal transition system (.aut)", "for check; arges lts does more with it",
     number(ModelKind::lts)},
    {"dot", "transition systems as digraphs, composed (.dot)", "as RERS writes parallel problems",
     number(ModelKind::lts)},
};

}  // namespace arges::engine::option_values
