#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/files.h"
#include "engine/c_task.h"
#include "engine/checker.h"
#include "output/json.h"
#include "output/text.h"
#include "output/witness.h"

namespace arges::cli {

namespace {

using Json = nlohmann::ordered_json;

/// What became of one result of a witness.
struct Outcome {
  enum class Kind : std::uint8_t { accepted, refused, unknown } kind;
  std::string reason = {};

  ExitCode exit_code() const {
    return kind == Kind::accepted  ? ExitCode::success
           : kind == Kind::refused ? ExitCode::violated
                                   : ExitCode::unknown;
  }
  const char* name() const {
    return kind == Kind::accepted ? "accepted" : kind == Kind::refused ? "refused" : "unknown";
  }
  std::string text() const {
    return kind == Kind::accepted ? name() : fmt::format("{} ({})", name(), reason);
  }
};

/// `arges validate`: re-checks the evidence of a witness file.
class ValidateCommand : public Command {
 public:
  std::string name() const override { return "validate"; }
  std::string summary() const override {
    return "Re-checks the counterexamples and proofs of a witness file, independently of the "
           "engine that made them: accepted or refused.";
  }
  std::vector<Example> examples() const override {
    return {
        {"arges validate examples/parity.cfa w.json",
         "what arges check examples/parity.cfa --witness w.json wrote"},
    };
  }
  void declare(CLI::App& app) override {
    declare_model(app, request_);
    declare_formulas(app, request_);
    declare_checks(app, request_);
    declare_environment(app, request_);
    declare_statechart(app, request_);
    app.add_option("WITNESS", witness_path_, "the witness file")
        ->type_name("FILE")
        ->group(input_group);
    for (const char* axis : {"check-at", "data-model", "finite-runs", "step"})
      declare_axis(app, configuration_, axis);
    declare_limits(app, limits_);
    declare_format(app, format_);
    declare_verbosity(app, verbosity_);
  }
  ExitCode run() override;

 private:
  Outcome validate(Env& env, engine::Task& task, const output::Witness& witness, std::size_t number,
                   std::size_t property) const;
  void note_other_model(const Log& log, const output::Witness& witness) const;
  void use_form_of(const output::Witness& witness);
  void validate_all(Env& env, const output::Witness& witness);
  void report(const std::string& property, const Outcome& outcome);
  void report_missing(const std::vector<std::string>& properties);
  void finish() const;

  engine::LoadRequest request_;
  engine::Configuration configuration_;
  Limits::Settings limits_;
  std::string witness_path_;
  Format format_ = Format::text;
  Verbosity verbosity_ = Verbosity::normal;
  std::string current_ = "all properties";  ///< the property that is being checked
  Json reported_ = Json::array();
  ExitCode code_ = ExitCode::success;
};

Outcome ValidateCommand::validate(Env& env, engine::Task& task, const output::Witness& witness,
                                  std::size_t number, std::size_t property) const {
  using Kind = Outcome::Kind;
  const output::Witness::Result& result = witness.results()[number];
  if (result.answer == analysis::Answer::unknown)
    return {Kind::refused, "the verdict is unknown, which shows nothing"};
  if (result.polarity != task.polarity(property))
    return {Kind::refused, "it answers another question about the runs of the model"};
  if (!result.unproved.empty())
    return {Kind::unknown, fmt::format("the witness has no proof: {}", result.unproved)};
  // The options that change what the property means.
  for (const auto& [option, value] : engine::describe(configuration_, task.kind()))
    for (const auto& [made_with, made_value] : result.configuration)
      if ((option == "check-at" || option == "data-model" || option == "finite-runs" ||
           option == "step") &&
          option == made_with && value != made_value)
        return {Kind::refused,
                fmt::format("it was made with --{} {}, not {}", option, made_value, value)};
  try {
    const output::Evidence found = witness.evidence(number, task.system(property));
    const analysis::Check check = std::visit(
        [&](const auto& evidence) {
          return engine::validate_witness(env, task, property, evidence);
        },
        found);
    if (!check.passed) return {check.ran_out ? Kind::unknown : Kind::refused, check.reason};
    const std::string wrong =
        witness.contradiction(number, engine::subject_of(task, property), found);
    return {wrong.empty() ? Kind::accepted : Kind::refused, wrong};
  } catch (const LimitReached& limit) {
    return {Kind::unknown, to_string(limit.reason())};
  }
}

void ValidateCommand::report(const std::string& property, const Outcome& outcome) {
  code_ = worse(code_, outcome.exit_code());
  if (format_ == Format::text)
    write_stdout(output::result_line(request_.path, property, outcome.text()) + "\n");
  else
    reported_.push_back({{"property", property},
                         {"outcome", outcome.name()},
                         {"reason", outcome.reason.empty() ? Json() : Json(outcome.reason)}});
}

/// A model may have hundreds of properties, and a witness be about one of them. It shows nothing
/// about the others: whoever did not say which ones are meant may rely on all.
void ValidateCommand::report_missing(const std::vector<std::string>& properties) {
  constexpr std::size_t told_one_by_one = 3;
  if (format_ == Format::json || properties.size() <= told_one_by_one) {
    for (const std::string& property : properties)
      report(property, {Outcome::Kind::refused, "the witness has no result for it"});
    return;
  }
  report(fmt::format("{} other properties", properties.size()),
         {Outcome::Kind::refused,
          fmt::format("the witness has no result for them: {}, {}, …; --check, --property or --ltl "
                      "name what it should be about",
                      properties[0], properties[1])});
}

void ValidateCommand::finish() const {
  if (format_ == Format::json)
    write_stdout(output::dump(
        {{"model", request_.path}, {"witness", witness_path_}, {"results", reported_}}));
}

/// Files move, so that only another name is worth a remark.
void ValidateCommand::note_other_model(const Log& log, const output::Witness& witness) const {
  using std::filesystem::path;
  if (!witness.model().empty() &&
      path(witness.model()).filename() != path(request_.path).filename())
    log.note("arges: warning: '{}' was made for the model '{}', not '{}'", witness_path_,
             witness.model(), request_.path);
}

/// A C program is read as it was for the witness, and a formula becomes the automaton it was: that
/// changes the form, not the meaning.
void ValidateCommand::use_form_of(const output::Witness& witness) {
  for (const output::Witness::Result& result : witness.results())
    for (const auto& [option, value] : result.configuration)
      if (option == "arithmetic" || option == "loop-search")
        engine::set_from_text(configuration_, *engine::find_axis(option), value);
  engine::configure(request_, configuration_);
}

/// How deep recursion was followed for a result.
std::uint32_t recursion_of(const output::Witness::Result& result) {
  std::uint32_t depth = 0;
  for (const auto& [option, value] : result.configuration)
    if (option == engine::recursion_note)
      std::from_chars(value.data(), value.data() + value.size(), depth);
  return std::min(depth, engine::deepest_recursion);
}

void ValidateCommand::validate_all(Env& env, const output::Witness& witness) {
  note_other_model(env.log, witness);
  use_form_of(witness);
  const std::unique_ptr<engine::Task> task = engine::load(env, request_);
  // Properties that were named are all that is asked about; without any, everything is.
  const bool chosen = request_.names_properties();
  std::vector<bool> seen(task->num_properties(), false);
  for (std::size_t i = 0; i < witness.results().size(); ++i) {
    const std::string& named = witness.results()[i].property;
    const std::vector<std::size_t> properties = task->find_properties(named);
    if (properties.empty() && !chosen)
      report(named, {Outcome::Kind::refused,
                     "the model has no such property of its own; name it as for check, with "
                     "--check, --property, --error-loc or --ltl"});
    for (const std::size_t property : properties) {
      current_ = task->property_name(property);
      seen[property] = true;
      task->set_recursion(property, recursion_of(witness.results()[i]));
      report(current_, validate(env, *task, witness, i, property));
    }
  }
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (!seen[i]) missing.push_back(task->property_name(i));
  report_missing(missing);
}

ExitCode ValidateCommand::run() {
  engine::resolve_definition(request_, configuration_);
  engine::resolve_termination(request_);
  if (request_.is_temporal()) {
    configuration_.logic = engine::Logic::ltl;
    configuration_.engine = engine::EngineKind::cegar;
  }
  engine::validate(configuration_, engine::model_kind(request_.path, request_.input_format));
  engine::configure(request_, configuration_);
  Session session(with_default_memory(limits_), verbosity_);
  const auto give_up = [this](StopReason reason) {
    report(current_, {Outcome::Kind::unknown, to_string(reason)});
    finish();
  };
  session.env().limits.on_unresponsive([&](StopReason reason) {
    give_up(reason);  // the thread that should report hangs, so it is not in the way
    _exit(static_cast<int>(code_));
  });
  try {
    validate_all(session.env(), output::Witness(read_source(witness_path_)));
  } catch (const LimitReached& limit) {
    give_up(limit.reason());
    return code_;
  }
  finish();
  return code_;
}

}  // namespace

std::unique_ptr<Command> make_validate() { return std::make_unique<ValidateCommand>(); }

}  // namespace arges::cli
