#include <array>

#include "engine/options.h"

namespace arges::engine {

namespace {

constexpr std::uint32_t number(auto enumerator) { return static_cast<std::uint32_t>(enumerator); }

template <auto Member>
constexpr std::uint32_t get(const Configuration& configuration) {
  return static_cast<std::uint32_t>(configuration.*Member);
}

template <auto Member>
constexpr void set(Configuration& configuration, std::uint32_t value) {
  auto& member = configuration.*Member;
  member = static_cast<std::remove_reference_t<decltype(member)>>(value);
}

constexpr Choice engines[] = {
    {"cegar", "abstraction refined along spurious counterexamples",
     "the engine for every model; its axes below decide how well it does",
     number(EngineKind::cegar)},
};
constexpr std::string_view later_engines[] = {"explicit", "bmc", "portfolio"};

constexpr Choice domains[] = {
    {"expl", "values of some variables, the others unknown",
     "for control-heavy models: few variables decide, and each takes few values",
     number(DomainKind::explicit_values), Capability::none, Capability::refuted_variables},
};
constexpr std::string_view later_domains[] = {"pred-bool", "pred-cart", "pred-split", "prod",
                                              "interval"};

constexpr Choice refinements[] = {
    {"seq-itp", "one interpolant per state of the counterexample (weakest preconditions)",
     "the default: finds at which states a variable matters, so less is explored again",
     number(RefinementKind::sequence_interpolants),
     Capability::refuted_variables | Capability::interpolants},
    {"unsat-core", "all variables of the statements in the solver's unsatisfiable core",
     "when seq-itp adds variables one by one over many iterations, or its formulas grow large",
     number(RefinementKind::unsat_core), Capability::refuted_variables},
};
constexpr std::string_view later_refinements[] = {
    "fw-bin-itp", "bw-bin-itp", "multi-seq", "ucb", "nwt-sp", "nwt-wp", "nwt-it-sp", "nwt-it-wp"};

constexpr Choice searches[] = {
    {"bfs", "breadth first", "the default: finds shortest abstract counterexamples",
     number(SearchOrder::bfs)},
    {"dfs", "depth first", "for violations deep in a model with many branches",
     number(SearchOrder::dfs)},
    {"err", "nearest to the target first, by control distance",
     "for automata with many locations and a suspected violation", number(SearchOrder::err)},
};

constexpr Choice prunes[] = {
    {"lazy", "drop only what the refinement made wrong", "the default: keeps the rest of the graph",
     number(PruneKind::lazy)},
    {"full", "start the graph anew", "when a coarse prefix keeps dragging in needless states",
     number(PruneKind::full)},
};

constexpr Choice precisions[] = {
    {"global", "what is learnt holds everywhere", "the default: fewest refinements",
     number(analysis::Granularity::global)},
    {"local", "what is learnt holds at the control points it was learnt for",
     "for large automata whose parts need different variables",
     number(analysis::Granularity::local)},
};

constexpr Choice initial_precisions[] = {
    {"empty", "track nothing until a refinement asks for it", "the default",
     number(InitialPrecision::empty)},
    {"all-vars", "track every variable from the start",
     "for small state spaces: exploration without refinement, as an explicit-state checker does",
     number(InitialPrecision::all_variables)},
};
constexpr std::string_view later_initial_precisions[] = {"all-assumes", "prop", "ctrl"};

constexpr Choice check_points[] = {
    {"all", "after init, env and trans", "the default, as Theta's CEGAR does",
     number(CheckAt::all)},
    {"stable", "after init and trans",
     "when the property may be broken between a step's two halves, as for Theta's BMC",
     number(CheckAt::stable)},
};

/// No 0: without a limit a tracked integer that is havocked is enumerated for ever.
constexpr std::uint32_t max_enum_samples[] = {10, 1};

constexpr std::string_view cegar_group = "CEGAR";

constexpr Axis all_axes[] = {
    {.choices = {"engine", "how to look for a verdict", engines, later_engines},
     .argument = "ENGINE",
     .group = "Engine",
     .get = get<&Configuration::engine>,
     .set = set<&Configuration::engine>},
    {.choices = {"domain", "what an abstract state knows", domains, later_domains},
     .argument = "DOMAIN",
     .group = cegar_group,
     .get = get<&Configuration::domain>,
     .set = set<&Configuration::domain>},
    {.choices = {"refinement", "what is learnt from a spurious counterexample", refinements,
                 later_refinements},
     .argument = "METHOD",
     .group = cegar_group,
     .get = get<&Configuration::refinement>,
     .set = set<&Configuration::refinement>},
    {.choices = {"search", "which state is expanded next", searches},
     .argument = "ORDER",
     .group = cegar_group,
     .get = get<&Configuration::search>,
     .set = set<&Configuration::search>},
    {.choices = {"prune", "how much of the graph a refinement drops", prunes},
     .argument = "HOW",
     .group = cegar_group,
     .get = get<&Configuration::prune>,
     .set = set<&Configuration::prune>},
    {.choices = {"precision", "where the facts learnt are tracked", precisions},
     .argument = "WHERE",
     .group = cegar_group,
     .get = get<&Configuration::precision>,
     .set = set<&Configuration::precision>},
    {.choices = {"max-enum",
                 "successors to enumerate before a variable counts as unknown; 0: no limit",
                 {}},
     .argument = "N",
     .group = cegar_group,
     .get = get<&Configuration::max_enum>,
     .set = set<&Configuration::max_enum>,
     .samples = max_enum_samples,
     .advice = "raise it when many values must be told apart; 1 keeps only what is certain; 0 may "
               "never end for integers"},
    {.choices = {"init-prec", "what is tracked at the start", initial_precisions,
                 later_initial_precisions},
     .argument = "WHAT",
     .group = cegar_group,
     .get = get<&Configuration::init_prec>,
     .set = set<&Configuration::init_prec>},
    {.choices = {"check-at", "in which states an XSTS property must hold", check_points},
     .argument = "STATES",
     .group = "XSTS",
     .get = get<&Configuration::check_at>,
     .set = set<&Configuration::check_at>,
     .models = only(ModelKind::xsts)},
};

constexpr Choice formats[] = {
    {"cfa", "control flow automaton (.cfa, .theta)", "files of Theta and PLCverif",
     number(ModelKind::cfa)},
    {"xsts", "extended symbolic transition system (.xsts)", "files of Theta and Gamma",
     number(ModelKind::xsts)},
};
constexpr std::string_view later_formats[] = {"c",   "i",   "scxml", "sm", "uml",
                                              "gcd", "aut", "dot",   "yml"};
constexpr Choices format_choices{"input", "format of MODEL, whatever its file ending", formats,
                                 later_formats};

constexpr std::string_view later_option_names[] = {
    "ltl",
    "ltl-file",
    "ltl-syntax",
    "finite-runs",
    "ctl",
    "check",
    "prod-strategy",
    "limit",
    "prod-pred",
    "encoding",
    "monitor",
    "time-step",
    "arithmetic",
    "data-model",
    "loop-search",
    "step",
    "report",
    "split-predicates",
    "loop-refinement",
};

}  // namespace

std::span<const Axis> axes() { return all_axes; }
const Choices& input_formats() { return format_choices; }
std::span<const std::string_view> later_options() { return later_option_names; }

}  // namespace arges::engine
