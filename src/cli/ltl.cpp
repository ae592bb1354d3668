#include "engine/ltl.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/files.h"
#include "cli/last_words.h"
#include "cli/ltl_syntax_option.h"
#include "engine/ltl_print.h"

namespace arges::cli {

namespace {

using Json = nlohmann::ordered_json;
using engine::LtlSubject;
using engine::LtlWorkbench;

std::uint64_t parse_number(const std::string& option, const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw UsageError(fmt::format("'{}' is not a value of --{}", text, option),
                     "it takes a number from 0");
  return value;
}

/// One JSON object a line; bytes that are no UTF-8 become U+FFFD.
void write_line(const Json& object) {
  write_stdout(object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

/// `arges ltl`: translates formulas to automata and compares them.
class LtlCommand : public Command {
 public:
  std::string name() const override { return "ltl"; }
  std::string summary() const override {
    return "Translates formulas of linear temporal logic to small Büchi automata, and compares "
           "their languages. A formula has F (eventually), G (always), X (next), U (until), R "
           "(release), W (weak until), M (strong release), ! & | -> <-> xor, true, false, and "
           "atoms: names, texts in quotes, comparisons such as x + 2 > 5, or AP(x == 1).";
  }
  std::vector<Example> examples() const override {
    return {
        {"arges ltl 'G(request -> F grant)'", "how large its automata are"},
        {"arges ltl 'a U b' --hoa --automaton ba", "a Büchi automaton for other tools"},
        {"arges ltl 'F(a U b)' --equivalent 'F b'", "do they say the same?"},
        {"arges ltl 'G a' --implies 'a W b'", "does one follow from the other?"},
        {"arges ltl --random 10 --seed 7", "formulas to test with"},
        {"arges ltl --file examples/tutorials/formulas.ltl --format json",
         "many formulas, one object a line"},
    };
  }
  void declare(CLI::App& app) override;
  ExitCode run() override;
  bool optional_positionals() const override { return true; }

 private:
  void declare_input(CLI::App& app);
  std::vector<LtlSubject> subjects(LtlWorkbench& workbench) const;
  void check_options() const;
  ExitCode compare(LtlWorkbench& workbench, const LtlSubject& subject);
  ExitCode compare(LtlWorkbench& workbench, const LtlSubject& subject, const std::string& other,
                   bool equivalence);
  void print_random(const std::vector<LtlSubject>& list) const;
  void print_translation(LtlWorkbench& workbench, const LtlSubject& subject);
  void give_up(StopReason reason) const;

  std::optional<std::string> formula_;
  std::optional<std::string> file_;
  std::optional<std::string> hoa_file_;
  std::optional<std::uint64_t> random_;
  std::optional<std::uint64_t> seed_;
  automata::LtlSyntax syntax_ = automata::LtlSyntax::automatic;
  std::optional<std::string> equivalent_;
  std::optional<std::string> implied_;
  bool statistics_ = false;
  bool hoa_ = false;
  bool dot_ = false;
  std::optional<engine::AutomatonKind> kind_;
  Format format_ = Format::text;
  Limits::Settings limits_;
  std::string current_;  ///< the formula that is being worked on
};

void LtlCommand::declare_input(CLI::App& app) {
  app.add_option("FORMULA", formula_, "the formula, unless it comes from --file or --random")
      ->group(input_group);
  app.add_option("--file", file_, "a file with one formula a line; # starts a comment")
      ->type_name("FILE")
      ->group(input_group);
  app.add_option("--hoa-file", hoa_file_, "an automaton in the HOA format instead of a formula")
      ->type_name("FILE")
      ->group(input_group);
  app.add_option_function<std::string>(
         "--random", [this](const std::string& text) { random_ = parse_number("random", text); },
         "that many random formulas")
      ->type_name("N")
      ->group(input_group);
  app.add_option_function<std::string>(
         "--seed", [this](const std::string& text) { seed_ = parse_number("seed", text); },
         "what the random formulas depend on")
      ->type_name("N")
      ->default_str("1")
      ->group(input_group);
  declare_ltl_syntax(
      app, [this](automata::LtlSyntax syntax) { syntax_ = syntax; }, input_group);
}

void LtlCommand::declare(CLI::App& app) {
  declare_input(app);
  app.add_option("--equivalent", equivalent_, "whether OTHER holds exactly where the formula does")
      ->type_name("OTHER")
      ->group("Comparison");
  app.add_option("--implies", implied_, "whether OTHER holds wherever the formula does")
      ->type_name("OTHER")
      ->group("Comparison");
  declare_limits(app, limits_);
  app.add_flag_callback(
         "--stats", [this] { statistics_ = true; }, "the sizes of the automata (the default)")
      ->group(output_group);
  app.add_flag_callback(
         "--hoa", [this] { hoa_ = true; }, "the automaton in the HOA format")
      ->group(output_group);
  app.add_flag_callback(
         "--dot", [this] { dot_ = true; }, "the automaton for Graphviz")
      ->group(output_group);
  app.add_option_function<std::string>(
         "--automaton",
         [this](const std::string& text) {
           kind_ = static_cast<engine::AutomatonKind>(
               engine::choose(engine::automaton_kinds(), text).number);
         },
         std::string(engine::automaton_kinds().help))
      ->type_name("KIND")
      ->default_str("tgba")
      ->group(output_group);
  declare_format(app, format_);
}

void LtlCommand::check_options() const {
  const int sources =
      (formula_ ? 1 : 0) + (file_ ? 1 : 0) + (hoa_file_ ? 1 : 0) + (random_ ? 1 : 0);
  if (sources == 0)
    throw UsageError("FORMULA is missing",
                     "or use --file, --hoa-file or --random; see: arges ltl --help");
  if (sources > 1)
    throw UsageError("only one of FORMULA, --file, --hoa-file and --random can be given");
  if (seed_ && !random_) throw UsageError("--seed has no effect without --random");
  const int outputs = (statistics_ ? 1 : 0) + (hoa_ ? 1 : 0) + (dot_ ? 1 : 0);
  if (outputs > 1) throw UsageError("only one of --stats, --hoa and --dot can be given");
  if (kind_ && !hoa_ && !dot_) throw UsageError("--automaton has no effect without --hoa or --dot");
  if ((hoa_ || dot_) && format_ == Format::json)
    throw UsageError("--format json does not go with --hoa or --dot", "use --stats");
  if ((equivalent_ || implied_) && outputs > 0)
    throw UsageError("a comparison prints its answer only, not --stats, --hoa or --dot");
}

std::vector<LtlSubject> LtlCommand::subjects(LtlWorkbench& workbench) const {
  if (file_) return workbench.parse_file(*file_);
  if (hoa_file_) return {workbench.read_automaton(*hoa_file_)};
  if (random_) return workbench.random(*random_, seed_.value_or(1));
  return {workbench.parse("FORMULA", *formula_)};
}

ExitCode LtlCommand::compare(LtlWorkbench& workbench, const LtlSubject& subject,
                             const std::string& other_text, bool equivalence) {
  const char* option = equivalence ? "--equivalent" : "--implies";
  const LtlSubject other = workbench.parse(option, other_text);
  const engine::Inclusion forth = workbench.included(subject, other);
  std::string only_first = forth.word;
  std::string only_other;
  bool holds = forth.holds;
  if (holds && equivalence) {
    const engine::Inclusion back = workbench.included(other, subject);
    holds = back.holds;
    only_other = back.word;
  }
  const char* relation = equivalence ? "equivalent" : "implies";
  if (format_ == Format::json) {
    const std::string& word = only_first.empty() ? only_other : only_first;
    write_line({{"formula", subject.text},
                {"other", other_text},
                {relation, holds},
                {"word", holds ? Json() : Json(word)}});
  } else {
    write_stdout(fmt::format("{}: {} {}: {}\n", subject.text, relation, other_text, holds));
    if (!only_first.empty())
      write_stdout(fmt::format("  only the first accepts: {}\n", only_first));
    if (!only_other.empty())
      write_stdout(fmt::format("  only the other accepts: {}\n", only_other));
  }
  return holds ? ExitCode::success : ExitCode::violated;
}

ExitCode LtlCommand::compare(LtlWorkbench& workbench, const LtlSubject& subject) {
  ExitCode code = ExitCode::success;
  if (equivalent_) code = worse(code, compare(workbench, subject, *equivalent_, true));
  if (implied_) code = worse(code, compare(workbench, subject, *implied_, false));
  return code;
}

void LtlCommand::print_random(const std::vector<LtlSubject>& list) const {
  for (const LtlSubject& subject : list) {
    if (format_ == Format::json)
      write_line({{"formula", subject.text}});
    else
      write_stdout(subject.text + "\n");
  }
}

void LtlCommand::print_translation(LtlWorkbench& workbench, const LtlSubject& subject) {
  const automata::Translation made = workbench.translate(subject);
  const bool buchi = kind_ == engine::AutomatonKind::ba;
  if (hoa_ || dot_) {
    const automata::Automaton& automaton = buchi ? made.buchi : made.tgba;
    write_stdout(hoa_ ? engine::hoa_text(automaton, subject.text)
                      : engine::dot_text(automaton, subject.text));
    return;
  }
  const engine::LtlSizes sizes = engine::sizes(made);
  if (format_ == Format::json)
    write_line({{"formula", subject.text},
                {"tgba_states", sizes.tgba_states},
                {"tgba_edges", sizes.tgba_edges},
                {"ba_states", sizes.ba_states},
                {"ba_edges", sizes.ba_edges},
                {"deterministic", sizes.deterministic}});
  else
    write_stdout(engine::stats_text(subject.text, workbench.simplified(subject), sizes));
}

void LtlCommand::give_up(StopReason reason) const {
  if (format_ == Format::json)
    write_line({{"formula", current_}, {"unknown", to_string(reason)}});
  else
    write_stdout(fmt::format("{}: unknown ({})\n", current_, to_string(reason)));
}

ExitCode LtlCommand::run() {
  check_options();
  Session session(with_default_memory(limits_), Verbosity::normal);
  const Limits& limits = session.env().limits;
  tell_if_unresponsive(session.env().limits, [this](StopReason reason) { give_up(reason); });
  LtlWorkbench workbench(syntax_);
  const std::vector<LtlSubject> list = subjects(workbench);
  const bool translates = statistics_ || hoa_ || dot_ || equivalent_ || implied_;
  if (random_ && !translates) {
    print_random(list);
    return ExitCode::success;
  }
  ExitCode code = ExitCode::success;
  for (const LtlSubject& subject : list) {
    current_ = subject.text;
    if (limits.reason() != StopReason::none) {
      give_up(limits.reason());
      return worse(code, ExitCode::unknown);
    }
    if (equivalent_ || implied_)
      code = worse(code, compare(workbench, subject));
    else
      print_translation(workbench, subject);
  }
  return code;
}

}  // namespace

std::unique_ptr<Command> make_ltl() { return std::make_unique<LtlCommand>(); }

}  // namespace arges::cli
