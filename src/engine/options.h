#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/configuration.h"

namespace arges::engine {

/// What the value of one axis gives to the others, or needs from them; a set.
enum class Capability : std::uint8_t {
  none = 0,
  refuted_variables = 1,  ///< which variables a refutation speaks about, per position
  interpolants = 2,       ///< formulas that refute, per position
  values = 4,             ///< states with values of variables
};
constexpr Capability operator|(Capability a, Capability b) {
  return static_cast<Capability>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr Capability operator&(Capability a, Capability b) {
  return static_cast<Capability>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}

/// Kinds of models, as a set of bits: 1 << ModelKind.
using ModelKinds = std::uint32_t;
constexpr ModelKinds only(ModelKind kind) { return 1U << static_cast<unsigned>(kind); }
constexpr ModelKinds any_model = ~ModelKinds{0};
constexpr ModelKinds statechart_models =
    only(ModelKind::scxml) | only(ModelKind::gamma) | only(ModelKind::uml);
constexpr ModelKinds stepwise_models =
    only(ModelKind::xsts) | only(ModelKind::machines) | statechart_models;

/// One value that an option takes.
struct Choice {
  std::string_view name;    ///< in lower case, with '-'
  std::string_view help;    ///< what it does, on one line
  std::string_view advice;  ///< when to use it
  std::uint32_t number;     ///< the enumerator it stands for
  Capability gives = Capability::none;
  Capability needs = Capability::none;
  ModelKinds models = any_model;  ///< that it makes sense for
};

/// An option whose values are words.
struct Choices {
  std::string_view option;  ///< without the dashes
  std::string_view help;
  std::span<const Choice> values;
};

/// The value that a text names, in upper or lower case, with '_' or '-'; throws UsageError with the
/// nearest value, or with all there are.
const Choice& choose(const Choices& choices, std::string_view text);

/// Domains, as a set of bits: 1 << DomainKind.
using DomainKinds = std::uint32_t;
constexpr DomainKinds only(DomainKind kind) { return 1U << static_cast<unsigned>(kind); }
constexpr DomainKinds any_domain = ~DomainKinds{0};
/// Intervals of a model that is no system of state machines: a domain of graphs like the others,
/// whereas those have a loop of their own (engine/machine_run.h).
constexpr DomainKinds graph_intervals = 1U << 31U;
/// Those of abstract reachability graphs.
constexpr DomainKinds graph_domains =
    any_domain & ~only(DomainKind::interval) & ~only(DomainKind::polyhedra);
/// The domain of a configuration, as a member of such sets.
constexpr DomainKinds domain_on(DomainKind domain, ModelKind kind) {
  return domain == DomainKind::interval && kind != ModelKind::machines ? graph_intervals
                                                                       : only(domain);
}

/// Engines, as a set of bits: 1 << EngineKind.
using EngineKinds = std::uint32_t;
constexpr EngineKinds only(EngineKind kind) { return 1U << static_cast<unsigned>(kind); }
constexpr EngineKinds any_engine = ~EngineKinds{0};

/// Kinds of properties, as a set of bits: 1 << Logic.
using Logics = std::uint32_t;
constexpr Logics only(Logic logic) { return 1U << static_cast<unsigned>(logic); }
constexpr Logics any_logic = ~Logics{0};

/// One axis of the configuration: an option, and where Configuration keeps it. An axis without
/// values is a number.
struct Axis {
  Choices choices;
  std::string_view argument;  ///< what help calls the value: "DOMAIN", "N"
  std::string_view group;     ///< the heading of help it stands under
  std::uint32_t (*get)(const Configuration&);
  void (*set)(Configuration&, std::uint32_t);
  EngineKinds engines = any_engine;             ///< that it has an effect on
  ModelKinds models = any_model;                ///< that it has an effect on
  DomainKinds domains = any_domain;             ///< that it has an effect on
  Logics logics = any_logic;                    ///< that it has an effect on
  std::span<const std::uint32_t> samples = {};  ///< of a number: values worth testing
  std::string_view advice = {};                 ///< of a number
  /// Where the name of a file goes that may be given instead: as the value called FILE.
  std::string Configuration::*file = nullptr;
  /// Of a number whose value may mean "as something else has it": what it comes to.
  std::uint32_t (*in_effect)(const Configuration&) = nullptr;

  bool is_number() const { return choices.values.empty(); }
  std::string_view name() const { return choices.option; }
};

/// The tables: all that is known about the axes, in the order of help.
std::span<const Axis> axes();
/// The axis of this name (without the dashes), or null.
const Axis* find_axis(std::string_view name);
/// The formats of `--input`; the numbers are ModelKinds.
const Choices& input_formats();
/// Options of the command line contract that this version does not have, without the dashes.
std::span<const std::string_view> later_options();

/// Sets an axis from the command line's text; throws UsageError.
void set_from_text(Configuration& configuration, const Axis& axis, std::string_view text);
/// The value of an axis as set_from_text reads it.
std::string value_text(const Configuration& configuration, const Axis& axis);
/// Whether an axis has an effect on such a model with such an engine and domain.
bool has_effect(const Axis& axis, const Configuration& configuration, ModelKind kind);
/// (option, value in effect) for every axis that has an effect on such a model.
std::vector<std::pair<std::string, std::string>> describe(const Configuration& configuration,
                                                          ModelKind kind);

/// The engine that options given without --engine are meant for: the portfolio, if it has a use for
/// all of them.
EngineKind implied_engine(std::span<const Axis* const> given);

/// What a model is: by `--input` if given (not empty), by the ending of its file otherwise; throws
/// UsageError.
ModelKind model_kind(std::string_view path, std::string_view input_format);

/// Rejects what can't work, naming both options and what would; throws UsageError.
void validate(const Configuration& configuration, ModelKind kind);
bool is_valid(const Configuration& configuration, ModelKind kind);
/// A configuration for a formula among other properties: what was asked for them, as far as there
/// is such a thing for formulas.
Configuration for_formula(const Configuration& configuration, ModelKind kind);

/// Valid configurations for such a model in which every pair of values of any two axes that can go
/// together does, numbers by their samples; the first is the default.
std::vector<Configuration> pairwise_configurations(ModelKind kind);

}  // namespace arges::engine
