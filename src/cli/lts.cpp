#include "cli/lts.h"

#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/files.h"
#include "cli/last_words.h"
#include "cli/lts_check.h"
#include "engine/lts.h"

namespace arges::cli {

namespace {

using Json = nlohmann::ordered_json;
using engine::LtsComparison;
using engine::LtsWorkbench;

void write_line(const Json& object) {
  write_stdout(object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

class LtsCommand;

/// What can be done with transition systems, and what it takes.
struct Operation {
  std::size_t least_files;
  std::size_t most_files;
  ExitCode (*run)(LtsCommand&);
};

/// `arges lts`: the algebra of labelled and modal transition systems.
class LtsCommand : public Command {
 public:
  std::string name() const override { return "lts"; }
  std::string summary() const override {
    return "Composes, hides, minimizes, compares and checks labelled and modal transition systems "
           "(.aut, .dot, .json, .pnml). A .dot file with several digraphs stands for their "
           "composition.";
  }
  std::vector<Example> examples() const override {
    return {
        {"arges lts bisim examples/lts/early.aut examples/lts/late.aut",
         "equivalent, or a formula that only one satisfies"},
        {"arges lts compose examples/lts/guest.aut examples/lts/late.aut -o system.aut",
         "in parallel"},
        {"arges lts hide system.aut --actions take -o seen.aut", "make actions internal"},
        {"arges lts hide system.aut --keep coin,coffee", "make all others internal"},
        {"arges lts minimize seen.aut --branching --to dot",
         "the smallest equivalent one, to draw"},
        {"arges lts refines examples/lts/late.aut examples/lts/contract.aut",
         "all that is required?"},
        {"arges lts check examples/lts/guest.aut examples/lts/late.aut --ltl 'G(coin -> F coffee)'",
         "on the fly; a run, if one violates it"},
        {"arges lts check examples/lts/clients.dot --ctl 'AG EF grant1'",
         "states and what is possible there"},
        {"arges lts info examples/lts/clients.dot", "sizes, actions, deadlocks"},
    };
  }
  void declare(CLI::App& app) override;
  ExitCode run() override;

  ExitCode compose();
  ExitCode hide();
  ExitCode minimize();
  ExitCode bisim();
  ExitCode refine();
  ExitCode info();
  ExitCode check();

 private:
  void check_options() const;
  lts::Equivalence equivalence() const;
  lts::Mts read(std::size_t position);
  ExitCode write(const lts::Mts& system);
  ExitCode tell(const LtsComparison& comparison, const char* member, const std::string& relation);
  std::string relation() const;
  void give_up(StopReason reason);

  std::string operation_;
  std::vector<std::string> files_;
  std::optional<engine::LtsFormat> input_;
  std::vector<std::string> actions_;
  std::vector<std::string> kept_;
  bool weak_ = false;
  bool branching_ = false;
  bool divergence_ = false;
  bool convergent_ = false;
  std::optional<std::string> output_;
  std::optional<engine::LtsFormat> to_;
  Format format_ = Format::text;
  Limits::Settings limits_;
  Verbosity verbosity_ = Verbosity::normal;
  Env* env_ = nullptr;  ///< of the run
  std::optional<LtsWorkbench> workbench_;
  LtsCheckRun check_;
};

constexpr std::size_t any_number = 1000000;
// The numbers are positions among the operations.
constexpr engine::Choice operation_names[] = {
    {"compose", "FILE...: in parallel, synchronised on common actions",
     "to look at the whole; check composes its files by itself", 0},
    {"hide", "FILE: make actions internal", "before weak questions: what nobody outside should see",
     1},
    {"minimize", "FILE: the smallest equivalent system",
     "to look at a system, or to compare with many others", 2},
    {"bisim", "FILE FILE: are they bisimilar?", "can nobody who tries both tell them apart?", 3},
    {"refines", "FILE FILE: does the first refine the second?",
     "does it do all that is required, and nothing that is not allowed?", 4},
    {"check", "FILE...: temporal formulas about the actions of their composition",
     "a property instead of a second system", 5},
    {"info", "FILE...: sizes, actions, deadlocks", "first: is it what you think?", 6},
};
constexpr engine::Choices operation_choices{"operation", "what to do", operation_names};
constexpr Operation operations[] = {
    {1, any_number, [](LtsCommand& command) { return command.compose(); }},
    {1, 1, [](LtsCommand& command) { return command.hide(); }},
    {1, 1, [](LtsCommand& command) { return command.minimize(); }},
    {2, 2, [](LtsCommand& command) { return command.bisim(); }},
    {2, 2, [](LtsCommand& command) { return command.refine(); }},
    {1, any_number, [](LtsCommand& command) { return command.check(); }},
    {1, any_number, [](LtsCommand& command) { return command.info(); }},
};
static_assert(std::size(operations) == std::size(operation_names));

/// The actions that an option names, given once or several times.
std::vector<std::string> listed(const std::vector<std::string>& given, const char* option) {
  std::vector<std::string> result;
  for (const std::string& list : given)
    for (std::string& name : engine::action_list(list)) result.push_back(std::move(name));
  if (result.empty())
    throw UsageError(fmt::format("{} names no action", option), "arges lts info lists them");
  return result;
}

/// Throws UsageError if there is none of this name, or it takes more or fewer files.
const Operation& find_operation(const std::string& name, std::size_t files) {
  for (const engine::Choice& choice : operation_names) {
    if (choice.name != name) continue;
    const Operation& operation = operations[choice.number];
    if (files < operation.least_files || files > operation.most_files)
      throw UsageError(fmt::format("lts {} takes {}, not {}", name,
                                   operation.most_files == 1   ? "one file"
                                   : operation.most_files == 2 ? "two files"
                                                               : "files",
                                   files),
                       "see: arges lts --help");
    return operation;
  }
  throw UsageError(fmt::format("there is no operation '{}'", name),
                   "operations: compose, hide, minimize, bisim, refines, check, info");
}

void declare_lts_format(CLI::App& app, const char* option, const engine::Choices& choices,
                        std::optional<engine::LtsFormat>& format, const char* group) {
  app.add_option_function<std::string>(
         option,
         [&choices, &format](const std::string& text) {
           format = static_cast<engine::LtsFormat>(engine::choose(choices, text).number);
         },
         std::string(choices.help))
      ->type_name("FORMAT")
      ->group(group);
}

void LtsCommand::declare(CLI::App& app) {
  app.add_option("OPERATION", operation_, std::string(operation_choices.help))->group(input_group);
  app.add_option("FILES", files_, "transition systems: .aut, .dot, .json, .pnml")
      ->type_name("FILE")
      ->group(input_group);
  declare_lts_format(app, "--input", engine::lts_input_formats(), input_, input_group);
  app.add_option("--actions", actions_,
                 "what to hide, separated by commas; a name with commas outside of brackets stands "
                 "in quotes")
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->group("Operation");
  app.add_option("--keep", kept_, "what not to hide, separated in the same way")
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->group("Operation");
  const auto flag = [&app](const char* name, bool& value, const char* help) {
    app.add_flag_callback(
           name, [&value] { value = true; }, help)
        ->group("Operation");
  };
  flag("--weak", weak_,
       "internal steps before and behind others do not count; strong, every step counting, unless "
       "given");
  flag("--branching", branching_, "internal steps that decide nothing do not count");
  flag("--divergence", divergence_,
       "with --branching: who can go on internally for ever is told apart");
  flag("--convergent", convergent_,
       "with refines --weak: the first must not go on internally for ever");
  check_.declare(app);
  declare_limits(app, limits_);
  app.add_option("-o,--output", output_, "the file to write; the standard output unless given")
      ->type_name("FILE")
      ->group(output_group);
  declare_lts_format(app, "--to", engine::lts_output_formats(), to_, output_group);
  declare_format(app, format_);
  declare_verbosity(app, verbosity_);
}

void LtsCommand::check_options() const {
  const bool compares = operation_ == "bisim" || operation_ == "refines";
  const bool hides = operation_ == "hide";
  const bool tells = compares || operation_ == "info" || operation_ == "check";
  const auto require = [this](bool fits, const char* option, const char* where) {
    if (!fits)
      throw UsageError(fmt::format("{} has no effect on lts {}", option, operation_),
                       fmt::format("it is for {}", where));
  };
  require(actions_.empty() || hides, "--actions", "hide");
  require(kept_.empty() || hides, "--keep", "hide");
  if (hides && actions_.empty() == kept_.empty())
    throw UsageError("hide takes either --actions or --keep", "for example: --actions ack,retry");
  require(!weak_ || compares || operation_ == "minimize", "--weak", "minimize, bisim and refines");
  require(!branching_ || operation_ == "minimize" || operation_ == "bisim", "--branching",
          "minimize and bisim");
  require(!convergent_ || operation_ == "refines", "--convergent", "refines --weak");
  require(check_.given() == nullptr || operation_ == "check", check_.given(), "check");
  require(!output_ || !tells, "--output", "compose, hide and minimize");
  require(!to_ || !tells, "--to", "compose, hide and minimize");
  require(format_ == Format::text || tells, "--format",
          "bisim, refines, check and info; --to json writes a system as JSON");
  if (weak_ && branching_) throw UsageError("--weak and --branching can't both be meant");
  if (divergence_ && !branching_) throw UsageError("--divergence needs --branching");
  if (convergent_ && !weak_) throw UsageError("--convergent needs --weak");
}

lts::Equivalence LtsCommand::equivalence() const {
  if (weak_) return lts::Equivalence::weak;
  if (!branching_) return lts::Equivalence::strong;
  return divergence_ ? lts::Equivalence::divergent_branching : lts::Equivalence::branching;
}

std::string LtsCommand::relation() const {
  if (operation_ == "refines")
    return convergent_ ? "convergently weakly refines" : weak_ ? "weakly refines" : "refines";
  if (weak_) return "weakly bisimilar to";
  if (!branching_) return "strongly bisimilar to";
  return divergence_ ? "divergence-preserving branching bisimilar to" : "branching bisimilar to";
}

lts::Mts LtsCommand::read(std::size_t position) {
  return workbench_->together(workbench_->read(files_[position], input_));
}

ExitCode LtsCommand::write(const lts::Mts& system) {
  engine::LtsFormat format = engine::LtsFormat::aut;
  if (to_)
    format = *to_;
  else if (output_)
    format = engine::lts_format_of(*output_, "--to");
  const std::string text = workbench_->text(system, format, operation_);
  if (output_)
    write_file(*output_, text);
  else
    write_stdout(text);
  return ExitCode::success;
}

ExitCode LtsCommand::compose() {
  std::vector<engine::LtsPart> parts;
  for (const std::string& file : files_)
    for (engine::LtsPart& part : workbench_->read(file, input_)) parts.push_back(std::move(part));
  return write(workbench_->compose(parts));
}

ExitCode LtsCommand::hide() {
  const lts::Mts system = read(0);
  return write(actions_.empty() ? workbench_->keep(system, listed(kept_, "--keep"))
                                : workbench_->hide(system, listed(actions_, "--actions")));
}

ExitCode LtsCommand::minimize() { return write(workbench_->minimize(read(0), equivalence())); }

ExitCode LtsCommand::bisim() {
  const lts::Mts a = read(0);
  const lts::Mts b = read(1);
  return tell(workbench_->compare(a, b, equivalence()), "equivalent", relation());
}

ExitCode LtsCommand::refine() {
  const lts::Mts concrete = read(0);
  const lts::Mts abstract = read(1);
  const lts::RefinementKind kind = convergent_ ? lts::RefinementKind::convergent_weak
                                   : weak_     ? lts::RefinementKind::weak
                                               : lts::RefinementKind::modal;
  return tell(workbench_->refines(concrete, abstract, kind), "refines", relation());
}

ExitCode LtsCommand::tell(const LtsComparison& comparison, const char* member,
                          const std::string& words) {
  const engine::LtsDifference& difference = comparison.difference;
  const std::string& who = files_[difference.in_first ? 0 : 1];
  const std::string other =
      difference.divergence.empty() ? difference.remark : difference.divergence;
  if (format_ == Format::json) {
    Json reason;
    if (!difference.formula.empty())
      reason = {{"formula", difference.formula}, {"satisfied_by", who}};
    else if (!comparison.holds)
      reason = {{"formula", nullptr}, {"satisfied_by", nullptr}, {"reason", other}};
    write_line({{"first", files_[0]},
                {"second", files_[1]},
                {"relation", words},
                {member, comparison.holds},
                {"distinguishing", reason}});
  } else {
    write_stdout(fmt::format("{}: {} {}: {}\n", files_[0], words, files_[1], comparison.holds));
    if (!difference.formula.empty())
      write_stdout(fmt::format("  only {} satisfies: {}\n", who, difference.formula));
    else if (!comparison.holds)
      write_stdout(fmt::format("  {}\n", other));
  }
  return comparison.holds ? ExitCode::success : ExitCode::violated;
}

ExitCode LtsCommand::info() {
  for (const std::string& file : files_)
    for (const engine::LtsPart& part : workbench_->read(file, input_)) {
      const engine::LtsFacts facts = workbench_->facts(part.system);
      if (format_ == Format::json) {
        write_line({{"system", part.name},
                    {"states", facts.states},
                    {"reachable", facts.reachable},
                    {"transitions", facts.transitions},
                    {"internal", facts.internal},
                    {"may", facts.may},
                    {"deadlocks", facts.deadlocks},
                    {"deterministic", facts.deterministic},
                    {"convergent", facts.convergent},
                    {"alphabet", facts.alphabet}});
        continue;
      }
      std::string alphabet;
      for (const std::string& name : facts.alphabet)
        alphabet += (alphabet.empty() ? ": " : ", ") + engine::action_text(name);
      write_stdout(
          fmt::format("{}:\n  {}, {} of them reachable, {} deadlocked\n"
                      "  {}, {} of them internal, {} only allowed\n  {}, {}\n  {}{}\n",
                      part.name, counted(facts.states, "state"), facts.reachable, facts.deadlocks,
                      counted(facts.transitions, "transition"), facts.internal, facts.may,
                      facts.deterministic ? "deterministic" : "not deterministic",
                      facts.convergent ? "convergent" : "can go on internally for ever",
                      counted(facts.alphabet.size(), "action"), alphabet));
    }
  return ExitCode::success;
}

ExitCode LtsCommand::check() {
  check_.came_from(typed());
  return check_.run(*env_, *workbench_, files_, input_, format_);
}

void LtsCommand::give_up(StopReason reason) {
  if (operation_ == "check") return check_.give_up(reason);
  const bool compares = operation_ == "bisim" || operation_ == "refines";
  const std::string what = compares ? fmt::format("{}: {} {}", files_[0], relation(), files_[1])
                                    : fmt::format("{}: {}", files_[0], operation_);
  if (format_ == Format::json)
    write_line({{"first", files_[0]}, {"operation", operation_}, {"unknown", to_string(reason)}});
  else if (compares)
    write_stdout(fmt::format("{}: unknown ({})\n", what, to_string(reason)));
  else  // the standard output is for the system
    write_stderr(fmt::format("{}: unknown ({})\n", what, to_string(reason)));
}

ExitCode LtsCommand::run() {
  const Operation& operation = find_operation(operation_, files_.size());
  check_options();
  if (output_) require_writable(*output_);
  Session session(with_default_memory(limits_), verbosity_);
  tell_if_unresponsive(session.env().limits, [this](StopReason reason) { give_up(reason); });
  env_ = &session.env();
  workbench_.emplace(session.env());
  try {
    return operation.run(*this);
  } catch (const LimitReached& limit) {
    give_up(limit.reason());
    return ExitCode::unknown;
  }
}

}  // namespace

const engine::Choices& lts_operations() { return operation_choices; }

std::unique_ptr<Command> make_lts() { return std::make_unique<LtsCommand>(); }

}  // namespace arges::cli
