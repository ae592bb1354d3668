#include "engine/c_task.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "base/error.h"
#include "base/syntax/suggest.h"
#include "engine/options.h"
#include "engine/trace_model.h"
#include "frontend/c/atom.h"
#include "frontend/c/c_frontend.h"
#include "frontend/c/rers_alphabet.h"
#include "frontend/c/task_definition.h"
#include "model/cfa/cfa_system.h"
#include "model/cfa/program_scopes.h"

namespace arges::engine {

namespace {

using frontend::c::CModel;
using frontend::c::Escape;
using frontend::c::Letters;
using frontend::c::Overflow;
using frontend::c::RersAlphabet;

/// Stands for calls of __VERIFIER_error() too, unless they have a number.
constexpr const char* any_error = "reach_error";
constexpr std::string_view error_prefix = "__VERIFIER_error_";

/// The number that a name ends with; the largest there is where it ends with none.
std::uint64_t number_of(const std::string& name) {
  const std::string digits = name.substr(name.rfind('_') + 1);
  const bool is_number = !digits.empty() && digits.size() < 10 &&
                         digits.find_first_not_of("0123456789") == std::string::npos;
  return is_number ? std::stoull(digits) : std::numeric_limits<std::uint64_t>::max();
}

/// What SV-COMP lets be asked about a program.
struct Specification {
  enum class Kind : std::uint8_t { unreach_call, assertions, no_overflow, label, united } kind;
  std::string name;
  /// Of unreach_call: only calls of this; empty: of any that errs. Of label: which.
  std::string subject = {};
  /// Of united: the numbers of those that it unites, which see the program the same way.
  std::vector<std::size_t> parts = {};

  Overflow overflow() const {
    return kind == Kind::no_overflow ? Overflow::is_error : Overflow::ends_run;
  }
  bool forbids(const std::string& error) const {
    switch (kind) {
      case Kind::unreach_call:
        if (subject.empty()) return error != "assertions" && error != "overflow";
        return error == subject || (subject == any_error && error == "__VERIFIER_error");
      case Kind::assertions:
        return error == "assertions";
      case Kind::no_overflow:
        return error == "overflow";
      case Kind::label:
      case Kind::united:
        return false;
    }
    return false;
  }
};

constexpr std::string_view numbered = "unreach-call-";

bool is_file_text(const std::string& text) { return text.find("CHECK") != std::string::npos; }

/// A property by its name, or by SV-COMP's text for it.
Specification read_specification(const std::string& given, const std::string& text) {
  using Kind = Specification::Kind;
  const auto mentions = [&text](const char* part) {
    return is_file_text(text) && text.find(part) != std::string::npos;
  };
  // A file is called by its name without folders and ending.
  const std::string name =
      is_file_text(text) ? std::filesystem::path(given).stem().string() : given;
  if (given == "unreach-call") return {Kind::unreach_call, name};
  if (given == "assertions") return {Kind::assertions, name};
  if (given == "no-overflow" || mentions("! overflow")) return {Kind::no_overflow, name};
  if (given.starts_with(numbered))
    return {Kind::unreach_call, name, std::string(error_prefix) + given.substr(numbered.size())};
  if (mentions("call(")) {
    const std::size_t start = text.find("call(") + 5;
    const std::string function = text.substr(start, text.find_first_of("()", start) - start);
    const bool is_any = function == "reach_error" || function == "__VERIFIER_error";
    return {Kind::unreach_call, name, is_any ? "" : function};
  }
  throw UsageError(fmt::format("property '{}' is not available for C programs", given),
                   "available: unreach-call, no-overflow, termination, assertions, and SV-COMP's "
                   "files for them");
}

class CTask : public Task {
 public:
  CTask(Env& env, SourcePtr source, const LoadRequest& request)
      : Task(ModelKind::c), env_(env), source_(std::move(source)), request_(request) {
    if (request.is_temporal()) {
      add_formulas(request);
      return;
    }
    for (const std::string& label : request.error_locations) add_label(label);
    for (const std::string& given : request.properties) add_given(specification(given));
    const bool is_named = !request.properties.empty() || !request.error_locations.empty();
    if (!is_named && request.purpose == Purpose::check) add_own();
  }

  /// Every edge is a step, but those that set up what is global, which are part of the start;
  /// values that nobody reads any more do not count.
  TraceModel trace_model() override {
    const CModel& model = read({Overflow::ends_run, request_.recursion}).model;
    TraceModel result;
    model::CfaProperty ends;
    for (const Escape& escape : model.escapes) {
      ends.error_locations.push_back(escape.location);
      result.escapes.emplace(escape.location, escape.reason);
    }
    result.system = model::make_system(context_, model.cfa, ends);
    set_replayer(result, std::make_unique<model::CfaReplayer>(model.cfa, ends));
    result.view.rests = [begun = once_main_began(model.cfa)](analysis::Control control) {
      return control < begun.size() && begun[control];
    };
    result.data = result.system->variables();
    result.program = &model.cfa;
    result.parse_goal = [this, &model](const SourceText& text) {
      return frontend::c::parse_atom(context_, model.cfa, text);
    };
    result.has_value = [scopes = model::ProgramScopes(model.cfa)](ir::Var var) {
      return scopes.with_value(var);
    };
    return result;
  }

  const model::Cfa* program(std::size_t i) const override {
    if (temporal(i) != nullptr) return temporal(i)->model().program;
    return i < programs_.size() ? &programs_[i]->model.cfa : nullptr;
  }
  std::uint32_t recursion(std::size_t i) const override {
    if (temporal(i) != nullptr) return temporal(i)->model().recursion;
    return i < programs_.size() ? programs_[i]->view.recursion : 0;
  }
  void set_recursion(std::size_t i, std::uint32_t depth) override {
    if (depth != recursion(i)) remake(i, depth);
  }

  bool follow_recursion(std::size_t i) override {
    if (recursion(i) >= deepest_recursion) return false;
    const std::uint32_t deeper = std::max(1U, 2 * recursion(i));
    try {
      remake(i, deeper);
    } catch (const InputError&) {  // it gets too large
      return false;
    }
    for (const std::size_t part : parts(i)) remake(part, deeper);
    return true;
  }

  std::optional<std::size_t> unite(const std::vector<std::size_t>& properties) override {
    const Reading& reading = *programs_[properties.front()];
    for (const std::size_t i : properties)
      if (programs_[i] != &reading) return {};
    add({Specification::Kind::united, fmt::format("{} properties", properties.size()), "",
         properties},
        reading);
    return properties_.size() - 1;
  }

 private:
  /// How a property sees the program.
  struct View {
    Overflow overflow;
    std::uint32_t recursion;
    Letters letters = Letters::steps;

    bool operator==(const View&) const = default;
  };
  struct Reading {
    View view;
    CModel model;
  };

  Specification specification(const std::string& given) {
    std::string text = given;
    if (request_.property_texts) {
      if (const auto found = request_.property_texts->find(given);
          found != request_.property_texts->end())
        text = found->second;
    }
    return read_specification(given, text);
  }

  /// A letter is the state after an edge, from that on in which main begins, unless the program
  /// or the formula says what letters are.
  LtlModel temporal_model(const LoadRequest& request, const LtlQuestion& question) override {
    // Whoever asks for runs wants all of them, not those with valid inputs.
    const bool has_events = question.about == LtlQuestion::About::words &&
                            (request.ltl_syntax == automata::LtlSyntax::rers ||
                             (request.ltl_syntax == automata::LtlSyntax::automatic &&
                              speaks_of_events(question, source_->text())));
    const CModel& model =
        read({Overflow::goes_on, request.recursion, has_events ? Letters::events : Letters::steps})
            .model;
    const model::Cfa& cfa = model.cfa;
    LtlModel result;
    result.program = &cfa;
    result.recursion = request.recursion;
    result.system = model::make_system(context_, cfa, {});
    result.replayer = std::make_unique<model::CfaReplayer>(cfa, model::CfaProperty{});
    result.reads =
        [letters = letters_of(cfa, question.about, has_events)](const analysis::Action& action) {
          return action.role == analysis::ActionRole::step && letters[action.origin];
        };
    result.is_final = [&cfa](analysis::Control control) {
      // Where an error is called, or an assertion fails, the program ends as well.
      using Kind = model::CfaLocation::Kind;
      return control < cfa.locations.size() && (cfa.locations[control].kind == Kind::final ||
                                                cfa.locations[control].kind == Kind::error);
    };
    result.parse_atom = [this, &cfa](const SourceText& text) {
      return frontend::c::parse_atom(context_, cfa, text);
    };
    if (has_events) {
      result.finite_runs = analysis::FiniteRuns::ignore;
      result.parse_atom = [this, &model, alphabet = RersAlphabet::of_program(request_.path)](
                              const SourceText& text) {
        return frontend::c::event_atom(context_, model, alphabet, text);
      };
    }
    for (const Escape& escape : model.escapes)
      result.escapes.emplace(escape.location, escape.reason);
    return result;
  }

  static bool speaks_of_events(const LtlQuestion& question, std::string_view program) {
    const auto speaks = [&](const FormulaText& text) {
      return frontend::c::speaks_of_events(text.text, program);
    };
    return speaks(question.formula) ||
           std::any_of(question.fairness.begin(), question.fairness.end(), speaks);
  }

  /// Which edges end in a letter.
  static std::vector<bool> letters_of(const model::Cfa& cfa, LtlQuestion::About about,
                                      bool has_events) {
    if (about == LtlQuestion::About::runs) return std::vector<bool>(cfa.edges.size(), true);
    std::vector<bool> result;
    for (const model::CfaEdge& edge : cfa.edges) result.push_back(edge.is_letter);
    const bool are_told =
        has_events || std::find(result.begin(), result.end(), true) != result.end();
    if (are_told) return result;
    const std::vector<bool> started = after_start(cfa);
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = started[cfa.edges[i].target];
    return result;
  }

  /// Which locations a program is at once main has begun.
  static std::vector<bool> after_start(const model::Cfa& cfa) {
    std::vector<bool> result(cfa.locations.size(), false);
    std::vector<std::vector<std::uint32_t>> successors(cfa.locations.size());
    for (const model::CfaEdge& edge : cfa.edges) successors[edge.source].push_back(edge.target);
    std::vector<std::uint32_t> todo;
    const auto reach = [&](std::uint32_t location) {
      if (!result[location]) todo.push_back(location);
      result[location] = true;
    };
    for (const model::CfaEdge& edge : cfa.edges)
      if (edge.enters == "main") reach(edge.target);
    while (!todo.empty()) {
      const std::uint32_t location = todo.back();
      todo.pop_back();
      for (const std::uint32_t next : successors[location]) reach(next);
    }
    return result;
  }

  /// Where a run of the program is, once main has begun: what is before that nobody wrote. A
  /// program may end there already.
  static std::vector<bool> once_main_began(const model::Cfa& cfa) {
    std::vector<bool> result = after_start(cfa);
    const bool begins = std::find(result.begin(), result.end(), true) != result.end();
    for (std::size_t i = 0; i < result.size(); ++i)
      if (!begins || cfa.locations[i].kind != model::CfaLocation::Kind::normal) result[i] = true;
    return result;
  }

  ir::Expr condition_of(const std::string& given) override {
    throw UsageError(fmt::format("property '{}' is not available for C programs", given));
  }

  /// What the program itself says is wrong.
  void add_own() {
    using Kind = Specification::Kind;
    const CModel& model = read({Overflow::ends_run, request_.recursion}).model;
    std::set<std::pair<std::uint64_t, std::string>> by_number;  // of __VERIFIER_error(7)
    bool has_others = false;
    for (const std::string& name : model.known_errors) {
      if (name == "assertions")
        add({Kind::assertions, name});
      else if (name == any_error || name == "__VERIFIER_error")
        has_others = true;
      else
        by_number.emplace(number_of(name), name);
    }
    if (has_others) add({Kind::unreach_call, "unreach-call", any_error});
    for (const auto& [number, name] : by_number)
      add({Kind::unreach_call, std::string(numbered) + name.substr(error_prefix.size()), name});
    if (!properties_.empty()) return;
    // RERS 2012 marks errors by labels.
    std::set<std::pair<std::uint64_t, std::string>> labels;
    for (const std::string& label : model.known_labels)
      if (label.starts_with("error_")) labels.emplace(number_of(label), label);
    for (const auto& [number, label] : labels) add_label(label);
    if (properties_.empty()) add({Kind::unreach_call, "unreach-call"});
  }

  void add_given(Specification specification) {
    const auto& known = read({specification.overflow(), request_.recursion}).model.known_errors;
    if (specification.subject.starts_with(error_prefix) && !known.contains(specification.subject))
      throw UsageError(fmt::format("the program has no call of __VERIFIER_error({})",
                                   specification.subject.substr(error_prefix.size())));
    add(std::move(specification));
  }

  void add_label(const std::string& label) {
    const auto& labels = read({Overflow::ends_run, request_.recursion}).model.known_labels;
    if (!labels.contains(label)) {
      syntax::Suggestion nearest(label);
      for (const std::string& known : labels) nearest.consider(known);
      throw UsageError(fmt::format("the program has no label '{}'", label), nearest.hint());
    }
    add({Specification::Kind::label, fmt::format("{} unreachable", label), label});
  }

  void add(Specification specification) {
    const Reading& reading = read({specification.overflow(), request_.recursion});
    add(std::move(specification), reading);
  }

  void add(Specification specification, const Reading& reading) {
    properties_.push_back(make(specification, reading.model));
    programs_.push_back(&reading);
    specifications_.push_back(std::move(specification));
  }

  /// The property on a model that follows recursion so deep.
  void remake(std::size_t i, std::uint32_t recursion) {
    if (temporal(i) != nullptr) {
      LoadRequest deeper = request_;
      deeper.recursion = recursion;
      return remake_formula(i, deeper);
    }
    const Reading& reading = read({programs_[i]->view.overflow, recursion});
    properties_[i] = make(specifications_[i], reading.model);
    programs_[i] = &reading;
  }

  /// Where the specification forbids a run to come.
  std::vector<std::uint32_t> forbidden_locations(const Specification& specification,
                                                 const CModel& model) const {
    using Kind = Specification::Kind;
    if (specification.kind == Kind::label) {
      const auto found = model.labels.find(specification.subject);
      return found != model.labels.end() ? found->second : std::vector<std::uint32_t>{};
    }
    std::vector<std::uint32_t> result;
    for (const auto& [name, location] : model.errors)
      if (specification.forbids(name)) result.push_back(location);
    for (const std::size_t part : specification.parts)
      for (const std::uint32_t location : forbidden_locations(specifications_[part], model))
        result.push_back(location);
    return result;
  }

  Property make(const Specification& specification, const CModel& model) {
    model::CfaProperty forbidden;
    forbidden.error_locations = forbidden_locations(specification, model);
    Property result{specification.name, {}, nullptr, nullptr, {}, specification.parts};
    for (const Escape& escape : model.escapes) {
      forbidden.error_locations.push_back(escape.location);
      result.escapes.emplace(escape.location, escape.reason);
    }
    result.system = model::make_system(context_, model.cfa, forbidden);
    result.replayer = std::make_unique<model::CfaReplayer>(model.cfa, forbidden);
    return result;
  }

  /// The program, read once for all properties that see it the same way.
  const Reading& read(const View& view) {
    for (const Reading& reading : readings_)
      if (reading.view == view) return reading;
    frontend::c::Options options;
    options.data_model = request_.data_model;
    options.arithmetic = request_.arithmetic;
    // Formulas compare with integers, and numbers that go on are none of any width.
    if (view.overflow == Overflow::goes_on && options.arithmetic == ArithmeticChoice::automatic)
      options.arithmetic = ArithmeticChoice::integers;
    options.overflow = view.overflow;
    options.recursion = view.recursion;
    options.letters = view.letters;
    if (view.letters == Letters::events)
      options.inputs = RersAlphabet::of_program(request_.path).inputs();
    readings_.push_back({view, frontend::c::read_c(context_, source_, options, &env_.limits)});
    if (readings_.size() == 1 && request_.warns)
      for (const std::string& warning : readings_.back().model.warnings)
        env_.log.note("{}", warning);
    return readings_.back();
  }

  Env& env_;
  SourcePtr source_;
  LoadRequest request_;
  std::vector<Specification> specifications_;
  std::vector<const Reading*> programs_;  ///< of the properties
  std::deque<Reading> readings_;
};

}  // namespace

std::string resolve_definition(LoadRequest& request, Configuration& configuration) {
  const std::filesystem::path path = request.path;
  const bool is_definition =
      request.input_format.empty() && (path.extension() == ".yml" || path.extension() == ".yaml");
  if (!is_definition) return "";
  const auto definition = frontend::c::read_task_definition(read_source(request.path));
  request.path = definition.input_file;
  if (definition.data_model) configuration.data_model = *definition.data_model;
  if (!request.properties.empty()) return definition.second_file;
  if (model_kind(request.path, "") == ModelKind::lts) {
    if (!request.is_temporal())
      for (const auto& property : definition.properties)
        request.formula_files.push_back(property.file);
    return definition.second_file;
  }
  // Termination is a question of its own, asked where there is no other.
  std::optional<std::string> termination;
  for (const auto& property : definition.properties) {
    const std::string& file = property.file;
    const SourcePtr text = read_source(file);
    if (asks_for_termination(text->text())) termination = file;
    try {
      read_specification(file, std::string(text->text()));
    } catch (const UsageError&) {
      continue;  // What is not available yet is left out; the rest is checked.
    }
    request.properties.push_back(file);
  }
  if (request.properties.empty() && termination) request.properties.push_back(*termination);
  if (request.properties.empty())
    throw UsageError("the task definition asks for no property that is available",
                     "available: unreach-call, no-overflow, termination");
  return "";
}

std::unique_ptr<Task> make_c_task(Env& env, const SourcePtr& source, const LoadRequest& request) {
  return std::make_unique<CTask>(env, source, request);
}

}  // namespace arges::engine
