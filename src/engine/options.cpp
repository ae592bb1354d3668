#include "engine/options.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "base/error.h"
#include "base/invariant.h"
#include "base/syntax/suggest.h"
#include "frontend/uml/uml_parser.h"

namespace arges::engine {

namespace {

/// Lower case, '-' for '_'.
std::string canonical(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '_') c = '-';
  }
  return result;
}

std::string list_of(std::span<const Choice> values) {
  std::string result;
  for (const Choice& value : values)
    result += fmt::format("{}{}", result.empty() ? "" : ", ", value.name);
  return result;
}

const Choice& selected(const Configuration& configuration, const Axis& axis) {
  for (const Choice& value : axis.choices.values)
    if (value.number == axis.get(configuration)) return value;
  UNREACHABLE(fmt::format("--{} should have a value of its table", axis.name()));
}

std::string_view name_of(ModelKind kind) {
  for (const Choice& format : input_formats().values)
    if (format.number == static_cast<std::uint32_t>(kind)) return format.name;
  UNREACHABLE("every kind of model should have an input format");
}

/// "xsts", "cfa and xsts".
std::string list_of(ModelKinds kinds) {
  std::string result;
  for (const Choice& format : input_formats().values)
    if ((kinds & only(static_cast<ModelKind>(format.number))) != 0)
      result += fmt::format("{}{}", result.empty() ? "" : " and ", format.name);
  return result;
}

bool includes(Capability all, Capability part) { return (all & part) == part; }

void validate_models(const Configuration& configuration, ModelKind kind) {
  const Configuration defaults;
  for (const Axis& axis : axes()) {
    ModelKinds fitting = axis.models;
    if (!axis.is_number()) fitting &= selected(configuration, axis).models;
    if ((fitting & only(kind)) != 0 || axis.get(configuration) == axis.get(defaults)) continue;
    throw UsageError(
        fmt::format("--{} {} is for {} models, and this one is {}", axis.name(),
                    value_text(configuration, axis), list_of(fitting), name_of(kind)),
        fmt::format("leave --{} out, or name the model's format with --input", axis.name()));
  }
}

/// Refuses options that the choice of another one leaves without effect.
/// `fits(axis, value)` tells whether an axis has an effect with a value of that one.
template <typename Fits>
void validate_effects(const Configuration& configuration, const Axis& chosen, const Fits& fits) {
  const Configuration defaults;
  for (const Axis& axis : axes()) {
    const bool is_default = axis.get(configuration) == axis.get(defaults);
    if (is_default || fits(axis, chosen.get(configuration))) continue;
    std::string fitting;
    for (const Choice& value : chosen.choices.values)
      if (fits(axis, value.number))
        fitting += fmt::format("{}{}", fitting.empty() ? "" : " or ", value.name);
    throw UsageError(
        fmt::format("--{} {} has no effect with --{} {}{}", axis.name(),
                    value_text(configuration, axis), chosen.name(),
                    value_text(configuration, chosen),
                    chosen.get(configuration) == chosen.get(defaults)
                        ? ", which a single engine has unless told otherwise"
                        : ""),
        fmt::format("leave --{} out, or use --{} {}", axis.name(), chosen.name(), fitting));
  }
}

void validate_engine(const Configuration& configuration) {
  validate_effects(configuration, *find_axis("engine"), [](const Axis& axis, std::uint32_t value) {
    return (axis.engines & only(static_cast<EngineKind>(value))) != 0;
  });
}

void validate_domain(const Configuration& configuration, ModelKind kind) {
  validate_effects(configuration, *find_axis("domain"),
                   [kind](const Axis& axis, std::uint32_t value) {
                     return (axis.domains & domain_on(static_cast<DomainKind>(value), kind)) != 0;
                   });
}

/// Temporal formulas have axes of their own, and no use for some others.
void validate_logic(const Configuration& configuration) {
  const Configuration defaults;
  const bool temporal = configuration.logic == Logic::ltl;
  if (temporal && configuration.engine != EngineKind::cegar)
    throw UsageError(fmt::format("--engine {} does not check temporal formulas",
                                 value_text(configuration, *find_axis("engine"))),
                     "use --engine cegar, or leave --engine out");
  const bool is_invariant_domain = (graph_domains & only(configuration.domain)) == 0;
  if (temporal && is_invariant_domain)
    throw UsageError(fmt::format("--domain {} does not check temporal formulas",
                                 value_text(configuration, *find_axis("domain"))),
                     "use another domain, or leave --domain out");
  for (const Axis& axis : axes()) {
    if ((axis.logics & only(configuration.logic)) != 0 ||
        axis.get(configuration) == axis.get(defaults))
      continue;
    throw UsageError(fmt::format("--{} {} has no effect {} --ltl", axis.name(),
                                 value_text(configuration, axis), temporal ? "with" : "without"),
                     fmt::format("leave --{} out", axis.name()));
  }
}

/// The other axis whose choice could give a capability, with the values that would.
struct Provider {
  const Axis* axis = nullptr;
  std::string values;
};

Provider provider_of(Capability needed) {
  for (const Axis& axis : axes()) {
    Provider result{&axis, ""};
    for (const Choice& value : axis.choices.values)
      if (includes(value.gives, needed))
        result.values += fmt::format("{}{}", result.values.empty() ? "" : " or ", value.name);
    if (!result.values.empty()) return result;
  }
  return {};
}

void validate_capabilities(const Configuration& configuration) {
  Capability given = Capability::none;
  for (const Axis& axis : axes())
    if (!axis.is_number()) given = given | selected(configuration, axis).gives;
  for (const Axis& axis : axes()) {
    if (axis.is_number()) continue;
    const Choice& value = selected(configuration, axis);
    if (includes(given, value.needs)) continue;
    const Provider provider = provider_of(value.needs);
    INVARIANT(provider.axis != nullptr, "some value should give what another needs");
    throw UsageError(fmt::format("--{} {} does not work with --{} {}", axis.name(), value.name,
                                 provider.axis->name(), value_text(configuration, *provider.axis)),
                     fmt::format("use --{} {}", provider.axis->name(), provider.values));
  }
}

}  // namespace

const Axis* find_axis(std::string_view name) {
  for (const Axis& axis : axes())
    if (axis.name() == name) return &axis;
  return nullptr;
}

const Choice& choose(const Choices& choices, std::string_view text) {
  const std::string name = canonical(text);
  syntax::Suggestion suggestion(name);
  for (const Choice& value : choices.values) {
    if (value.name == name) return value;
    suggestion.consider(value.name);
  }
  const std::string available = fmt::format("available: {}", list_of(choices.values));
  throw UsageError(
      fmt::format("'{}' is not a value of --{}", text, choices.option),
      suggestion.best().empty() ? available : fmt::format("{} {}", suggestion.hint(), available));
}

namespace {

const Choice* file_choice(const Axis& axis) {
  for (const Choice& value : axis.choices.values)
    if (value.name == "FILE") return &value;
  return nullptr;
}

/// Whether the text names a file rather than a value: there is one, or it looks like one.
bool names_file(const Axis& axis, std::string_view text) {
  if (file_choice(axis) == nullptr) return false;
  const std::string name = canonical(text);
  for (const Choice& value : axis.choices.values)
    if (value.name == name) return false;
  std::error_code error;
  return std::filesystem::is_regular_file(text, error) ||
         text.find_first_of("./") != std::string_view::npos;
}

}  // namespace

void set_from_text(Configuration& configuration, const Axis& axis, std::string_view text) {
  if (axis.file != nullptr) configuration.*axis.file = "";
  if (names_file(axis, text)) {
    axis.set(configuration, file_choice(axis)->number);
    configuration.*axis.file = text;
    return;
  }
  if (!axis.is_number()) {
    axis.set(configuration, choose(axis.choices, text).number);
    return;
  }
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw UsageError(fmt::format("'{}' is not a value of --{}", text, axis.name()),
                     fmt::format("it takes a number from 0 to {}", UINT32_MAX));
  axis.set(configuration, value);
}

std::string value_text(const Configuration& configuration, const Axis& axis) {
  if (axis.is_number()) return std::to_string(axis.get(configuration));
  if (axis.file != nullptr && !(configuration.*axis.file).empty()) return configuration.*axis.file;
  return std::string(selected(configuration, axis).name);
}

namespace {

std::string text_in_effect(const Configuration& configuration, const Axis& axis) {
  return axis.in_effect != nullptr ? std::to_string(axis.in_effect(configuration))
                                   : value_text(configuration, axis);
}

}  // namespace

bool has_effect(const Axis& axis, const Configuration& configuration, ModelKind kind) {
  return (axis.models & only(kind)) != 0 &&
         (axis.domains & domain_on(configuration.domain, kind)) != 0 &&
         (axis.engines & only(configuration.engine)) != 0 &&
         (axis.logics & only(configuration.logic)) != 0;
}

std::vector<std::pair<std::string, std::string>> describe(const Configuration& configuration,
                                                          ModelKind kind) {
  std::vector<std::pair<std::string, std::string>> result;
  for (const Axis& axis : axes())
    if (has_effect(axis, configuration, kind))
      result.emplace_back(axis.name(), text_in_effect(configuration, axis));
  return result;
}

EngineKind implied_engine(std::span<const Axis* const> given) {
  EngineKinds fitting = any_engine;
  for (const Axis* axis : given)
    if ((fitting & axis->engines) != 0) fitting &= axis->engines;
  for (const Choice& engine : find_axis("engine")->choices.values)
    if ((fitting & only(static_cast<EngineKind>(engine.number))) != 0)
      return static_cast<EngineKind>(engine.number);
  UNREACHABLE("some engine should fit");
}

namespace {

/// Of a file of UML: a statechart, or a system of objects, as what is in it says.
ModelKind kind_of_uml(ModelKind kind, std::string_view path) {
  if (kind != ModelKind::uml) return kind;
  try {
    const frontend::UmlTarget target = frontend::uml_target(read_source(std::string(path)));
    return target == frontend::UmlTarget::objects ? ModelKind::machines : kind;
  } catch (const UsageError&) {
    return kind;  // whoever reads it will say what is wrong
  }
}

}  // namespace

ModelKind model_kind(std::string_view path, std::string_view input_format) {
  if (!input_format.empty())
    return kind_of_uml(static_cast<ModelKind>(choose(input_formats(), input_format).number), path);
  std::string ending = canonical(std::filesystem::path(path).extension().string());
  if (!ending.empty()) ending.erase(0, 1);
  if (ending == "theta") ending = "cfa";
  if (ending == "i") ending = "c";
  if (ending == "gcd" || ending == "gpd") ending = "gamma";
  if (ending == "xmi") ending = "uml";
  for (const Choice& format : input_formats().values)
    if (format.name == ending) return kind_of_uml(static_cast<ModelKind>(format.number), path);

  if (path.ends_with(".java"))
    throw UsageError(fmt::format("'{}' is Java, which arges does not read", path),
                     "arges synth writes the same program in C if \"languages\" has it");
  throw UsageError(fmt::format("can't tell the format of '{}' from its file ending", path),
                   "name it with --input; available: " + list_of(input_formats().values));
}

void validate(const Configuration& configuration, ModelKind kind) {
  if (configuration.init_prec == InitialPrecision::file && configuration.precision_file.empty())
    throw UsageError("--init-prec needs the name of a file");
  if (!configuration.preset.empty() && configuration.engine != EngineKind::portfolio)
    throw UsageError(fmt::format("--preset {} has no effect with --engine {}", configuration.preset,
                                 value_text(configuration, *find_axis("engine"))),
                     "leave one of them out");
  validate_models(configuration, kind);
  validate_logic(configuration);
  validate_engine(configuration);
  validate_domain(configuration, kind);
  validate_capabilities(configuration);
}

bool is_valid(const Configuration& configuration, ModelKind kind) {
  try {
    validate(configuration, kind);
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

}  // namespace arges::engine
