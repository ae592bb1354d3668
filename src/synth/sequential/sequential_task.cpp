#include "synth/sequential/sequential_task.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/invariant.h"
#include "output/lts_text.h"
#include "synth/attempts.h"
#include "synth/property/promises.h"
#include "synth/sequential/advice.h"
#include "synth/sequential/encoder.h"
#include "synth/sequential/interpreter.h"
#include "synth/sequential/interval_proof.h"
#include "synth/sequential/program_text.h"
#include "synth/sequential/rers_text.h"
#include "synth/sequential/sequential_spec.h"
#include "synth/synthesis_error.h"

namespace arges::synth {

namespace {

/// A property of the task with its answer.
struct AnsweredProperty {
  Property property;
  bool holds;
};

/// Makes one task, from properties to the texts of its files.
class SequentialSynthesis {
 public:
  SequentialSynthesis(const SequentialSpec& spec, std::uint64_t seed, std::string problem,
                      const Limits* limits)
      : spec_(spec), random_(seed), problem_(std::move(problem)), limits_(limits) {
    request_.limits = limits;
  }

  Task run() {
    make_alphabet();
    make_machine();
    make_program();
    check_program();
    add_further_properties();
    add_invariants();
    return finished();
  }

 private:
  void make_alphabet() {
    auto table = std::make_shared<lts::ActionTable>();
    std::vector<lts::ActionId> inputs;
    std::vector<lts::ActionId> outputs;
    for (std::uint32_t i = 0; i < spec_.inputs; ++i)
      inputs.push_back(table->intern(std::string{'i', static_cast<char>('A' + i)}));
    for (std::uint32_t i = 0; i < spec_.outputs; ++i)
      outputs.push_back(table->intern(std::string{'o', static_cast<char>('Z' - i)}));
    request_.vocabulary = std::make_shared<Vocabulary>(table);
    request_.inputs = lts::Alphabet(inputs);
    outputs_ = lts::Alphabet(outputs);
    request_.alphabet = united(request_.inputs, outputs_);
  }

  PatternGenerator generator() const {
    PatternChoice choice;
    choice.patterns = spec_.patterns;
    choice.scopes = spec_.scopes;
    choice.actions = request_.alphabet;
    choice.inputs = request_.inputs;
    return PatternGenerator(request_.vocabulary, choice);
  }

  void choose_properties(PatternGenerator& generator) {
    request_.properties.clear();
    request_.structural.clear();
    for (std::uint32_t i = 0; i < spec_.structural; ++i)
      request_.structural.push_back(generator.next(random_));
    for (std::uint32_t i = 0; i < spec_.satisfied; ++i)
      request_.properties.push_back({generator.next(random_)});
    for (std::uint32_t i = 0; i < spec_.violated; ++i)
      request_.properties.push_back(
          {generator.next(random_), Verdict::violated, spec_.rarity, spec_.depth});
  }

  /// Properties are chosen at random, so many sets of them contradict each other; the machine may
  /// also be too small, and then there are more copies of its states.
  void make_machine() {
    constexpr Attempts machine_attempts{60, "machine"};
    PatternGenerator patterns = generator();
    first_success(machine_attempts, limits_, [&] {
      choose_properties(patterns);
      request_.percent_dropped = static_cast<unsigned>(random_.below(20));
      make_machine_with_copies();
    });
  }

  void make_machine_with_copies() {
    constexpr int max_growths = 6;
    request_.copies = 1;
    std::size_t largest = 0;
    for (int growth = 0; growth < max_growths; ++growth) {
      synthesize_larger_than(largest);
      machine_.emplace(
          refined(modal_machine(made_->system, request_.inputs), spec_.percent_refused, random_));
      largest = std::max(largest, machine_->num_states());
      if (machine_->num_states() >= spec_.states) {
        const std::string wrong = machine_error(*machine_, request_, *made_);
        INVARIANT(wrong.empty(), wrong);
        return;
      }
      request_.copies =
          request_.copies * (spec_.states / std::max<std::size_t>(machine_->num_states(), 1) + 1);
    }
    throw SynthesisError(
        fmt::format("{} states are wanted, and the largest machine has {}", spec_.states, largest),
        fmt::format("\"states\": {}", largest), spec_.states - largest);
  }

  /// More copies may be too many states; then smaller machines are all there are.
  void synthesize_larger_than(std::size_t largest) {
    try {
      made_.emplace(synthesize(request_, random_));
    } catch (const SynthesisError& error) {
      if (largest == 0) throw;
      throw SynthesisError(error.what(),
                           fmt::format("\"states\": {}, or a smaller \"refused\"", largest),
                           spec_.states - largest);
    }
  }

  /// Further dead states until the text is long enough.
  void make_program() {
    ErrorWish wish = spec_.errors;
    const std::uint64_t seed = random_.fork();
    for (;;) {
      if (limits_ != nullptr) limits_->check();
      Random again(seed);
      plan_ = planned(*machine_, request_.inputs, outputs_, wish, again);
      program_ = encoded(plan_, request_.inputs, spec_.encoding, again);
      c_ = c_text(program_, table());
      const auto lines = static_cast<std::size_t>(std::count(c_.begin(), c_.end(), '\n'));
      if (lines >= spec_.lines) return;
      const std::size_t per_state = std::max<std::size_t>(lines / plan_.states.size(), 1);
      wish.dead_states += std::max<std::size_t>((spec_.lines - lines) / per_state, 1);
    }
  }

  /// That the program behaves like the machine is proved by intervals and tried out; which errors
  /// can be reached is seen there, and searched for in the plan.
  void check_program() {
    proof_ = prove_by_intervals(program_, *machine_, limits_);
    INVARIANT(proof_.error.empty(), proof_.error);
    errors_ = error_answers(plan_);
    std::size_t reachable = 0;
    for (const ErrorAnswer& answer : errors_) {
      const auto found = proof_.reachable_errors.find(answer.number);
      INVARIANT((found != proof_.reachable_errors.end()) == answer.reachable,
                "a program should have the errors of its plan");
      if (!answer.reachable) continue;
      ++reachable;
      const auto& depth = spec_.errors.depth;
      INVARIANT(!depth || (found->second > depth->first && found->second <= depth->second),
                "an error should be as deep as wanted");
      replay(answer.number, found->second);
    }
    INVARIANT(reachable == spec_.errors.reachable &&
                  errors_.size() == spec_.errors.reachable + spec_.errors.unreachable,
              "a program should have as many errors as wanted");
    runs_ = random_runs(program_, *machine_, plan_, 40, 120, random_);
    INVARIANT(runs_.error.empty(), runs_.error);
  }

  /// The sequence of inputs that the solution names leads to its error, and is a shortest one.
  void replay(std::size_t error, std::size_t depth) {
    const std::vector<lts::ActionId> inputs = inputs_to(plan_, error);
    INVARIANT(inputs.size() == depth, "a sequence of inputs should be a shortest one");
    Interpreter interpreter(program_);
    std::optional<std::size_t> reached;
    for (const lts::ActionId input : inputs) reached = interpreter.read(input).error;
    INVARIANT(reached == error, "a sequence of inputs should lead to its error");
    std::string letters;
    for (const lts::ActionId input : inputs)
      letters += (letters.empty() ? "" : ", ") + table().name(input).substr(1);
    solutions_ += fmt::format("error_{} reachable via input sequence\n[{}]\n---------------\n\n",
                              error, letters);
  }

  /// Those that the machine was made for, and others of which it was found out.
  void add_further_properties() {
    for (const WantedProperty& wanted : request_.properties)
      properties_.push_back({wanted.property, wanted.verdict == Verdict::satisfied});
    std::set<automata::Formula> known;
    for (const AnsweredProperty& property : properties_) known.insert(property.property.formula);
    PatternGenerator patterns = generator();
    const lts::Mts system = lts::transition_system(*machine_);
    std::size_t holding = 0;
    std::size_t added = 0;
    // About half of them should hold; where that takes too long, it does not matter.
    const std::uint32_t balanced = 8 * spec_.further;
    for (std::uint32_t i = 0; i < 100 * spec_.further && added < spec_.further; ++i) {
      if (limits_ != nullptr) limits_->check();
      Property next = patterns.next(random_);
      if (!known.insert(next.formula).second) continue;
      const bool holds = is_satisfied(system, *request_.vocabulary, next.formula, limits_);
      const std::size_t same = holds ? holding : added - holding;
      if (i < balanced && 2 * same > spec_.further) continue;
      ++added;
      if (holds) ++holding;
      properties_.push_back({std::move(next), holds});
    }
    if (added < spec_.further)
      throw SynthesisError(
          fmt::format("{} further properties were asked for, and {} are all that differ",
                      spec_.further, added),
          fmt::format("\"further\": {}, or more patterns, scopes or letters", added));
    random_.shuffle(properties_);
  }

  /// Bounds of variables: those of the proof hold, and those that a run was seen to pass do not.
  void add_invariants() {
    std::vector<std::size_t> numbers;
    std::vector<std::size_t> moving;
    for (std::size_t v = 0; v < program_.variables.size(); ++v) {
      if (program_.variables[v].kind == Program::Variable::Kind::array) continue;
      numbers.push_back(v);
      if (runs_.least[v] < runs_.most[v]) moving.push_back(v);
    }
    for (std::uint32_t i = 0;
         i < 50 * spec_.invariants && invariants_.size() < spec_.invariants && !numbers.empty();
         ++i) {
      const bool holds = invariants_.size() % 2 == 0 || moving.empty();
      bool upper = random_.percent(50);
      const std::size_t v = random_.pick(holds ? numbers : moving);
      std::int64_t bound = upper ? proof_.most[v] : proof_.least[v];
      if (!holds) {
        // The first values are within it, or there would be nothing to verify.
        const std::int64_t initial = program_.variables[v].initial;
        upper = initial < runs_.most[v] && (upper || initial == runs_.least[v]);
        bound = upper ? random_.between(initial, runs_.most[v] - 1)
                      : random_.between(runs_.least[v] + 1, initial);
      }
      const std::string text =
          fmt::format("G ({} {} {})", program_.variables[v].name, upper ? "<=" : ">=", bound);
      const bool is_new = std::none_of(invariants_.begin(), invariants_.end(),
                                       [&](const TaskAnswer& a) { return a.property == text; });
      if (is_new) invariants_.push_back({text, holds});
    }
    if (invariants_.size() < spec_.invariants)
      throw SynthesisError(
          fmt::format("{} invariants were asked for, and the program's variables have {}",
                      spec_.invariants, invariants_.size()),
          fmt::format("\"invariants\": {}, or more states", invariants_.size()));
  }

  const lts::ActionTable& table() const { return *request_.vocabulary->table(); }

  Task finished() {
    Task result;
    if (spec_.c) {
      result.files.push_back({problem_ + ".c", c_});
      result.files.push_back({"errors.c", c_errors_text()});
      result.files.push_back({"task.yml", task_definition()});
      result.files.push_back(
          {"unreach-call.prp", "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n"});
    }
    if (spec_.java) {
      result.files.push_back({problem_ + ".java", java_text(program_, table(), problem_)});
      result.files.push_back({"Errors.java", java_errors_text()});
    }
    // One definition, of the language that arges reads if there is a choice.
    if (!spec_.c) {
      result.files.push_back({"task.yml", task_definition()});
      result.files.push_back(
          {"unreach-call.prp",
           fmt::format("CHECK( init({}.main()), LTL(G ! call(Errors.__VERIFIER_error())) )\n",
                       problem_)});
    }
    std::vector<Property> properties;
    for (const AnsweredProperty& property : properties_) properties.push_back(property.property);
    result.files.push_back(
        {fmt::format("constraints-{}.txt", problem_),
         constraints_text(*request_.vocabulary, request_.inputs, outputs_, properties)});
    if (!invariants_.empty())
      result.files.push_back({fmt::format("invariants-{}.ltl", problem_), invariants_text()});
    if (!errors_.empty())
      result.files.push_back({fmt::format("{}-solutions.txt", problem_),
                              "Reachability problems:\n===============================\n" +
                                  solutions_ + "All other errors unreachable\n"});
    const lts::Mts machine = lts::transition_system(*machine_);
    result.files.push_back({fmt::format("{}-machine.aut", problem_), output::lts_aut(machine)});
    result.files.push_back(
        {fmt::format("{}-machine.json", problem_), output::lts_json(with_letters(machine))});
    add_answers(result);
    add_facts(result);
    result.files.push_back({"details.json", result.facts.dump(1) + "\n"});
    return result;
  }

  /// Formulas may be about letters that the machine neither reads nor prints.
  lts::Mts with_letters(const lts::Mts& system) const {
    lts::MtsBuilder builder(system.table());
    builder.ensure_states(static_cast<lts::StateId>(system.num_states()));
    builder.set_initial(system.initial());
    builder.add_to_alphabet(request_.alphabet);
    for (lts::StateId s = 0; s < system.num_states(); ++s)
      for (const lts::Transition& t : system.transitions(s))
        builder.add(s, t.action(), t.target(), t.modality());
    return builder.build();
  }

  std::string invariants_text() const {
    std::string result;
    for (const TaskAnswer& invariant : invariants_) result += invariant.property + "\n";
    return result;
  }

  std::string task_definition() const {
    const bool safe = std::none_of(errors_.begin(), errors_.end(),
                                   [](const ErrorAnswer& error) { return error.reachable; });
    return fmt::format(
        "format_version: '2.0'\n\ninput_files: '{}.{}'\n\nproperties:\n"
        "  - property_file: unreach-call.prp\n    expected_verdict: {}\n\n"
        "options:\n  language: {}\n",
        problem_, spec_.c ? "c" : "java", safe, spec_.c ? "C\n  data_model: ILP32" : "Java");
  }

  void add_answers(Task& result) const {
    for (const ErrorAnswer& error : errors_) {
      result.answers.push_back({fmt::format("unreach-call-{}", error.number), !error.reachable});
      result.index.push_back({fmt::format("error_{}", error.number), error.reachable});
    }
    for (std::size_t i = 0; i < properties_.size(); ++i) {
      result.answers.push_back({rers_formula(*request_.vocabulary, properties_[i].property.formula),
                                properties_[i].holds});
      result.index.push_back({fmt::format("{}", i), properties_[i].holds});
    }
    for (std::size_t i = 0; i < invariants_.size(); ++i) {
      result.answers.push_back(invariants_[i]);
      result.index.push_back({fmt::format("invariant_{}", i), invariants_[i].holds});
    }
  }

  void add_facts(Task& result) const {
    std::size_t steps = 0;
    for (lts::StateId s = 0; s < machine_->num_states(); ++s) steps += machine_->steps(s).size();
    result.facts = {{"states", machine_->num_states()},
                    {"steps", steps},
                    {"variables", program_.variables.size()},
                    {"functions", program_.functions.size()},
                    {"lines", std::count(c_.begin(), c_.end(), '\n')}};
    auto& violations = result.facts["violations"] = nlohmann::ordered_json::array();
    const PropertySystem own = system_of(*machine_, *made_);
    for (const KeptCounterexample& kept : own.counterexamples) {
      const WantedProperty& wanted = own.properties[kept.property];
      nlohmann::ordered_json fact{
          {"property", rers_formula(*request_.vocabulary, wanted.property.formula)},
          {"handle", kept.handle ? nlohmann::ordered_json(input_sequence(kept)) : nullptr}};
      if (kept.depth)
        fact["depth"] = {{"kind", kept.depth->kind == DepthKind::prefix ? "prefix" : "states"},
                         {"more_than", kept.depth->more_than},
                         {"at_most", kept.depth->at_most},
                         {"measured", measured(own, kept)}};
      violations.push_back(std::move(fact));
    }
    auto& depths = result.facts["errors"] = nlohmann::ordered_json::object();
    for (const auto& [error, depth] : proof_.reachable_errors)
      depths[fmt::format("{}", error)] = depth;
  }

  std::size_t measured(const PropertySystem& own, const KeptCounterexample& kept) const {
    const auto depth =
        kept.depth->kind == DepthKind::prefix
            ? shortest_violating_prefix(own.system, request_.alphabet, *request_.vocabulary,
                                        own.properties[kept.property].property.formula,
                                        kept.depth->at_most)
            : distinct_states_by_handle(own.system, *kept.handle);
    INVARIANT(depth, "a violation should be as deep as was checked");
    return *depth;
  }

  /// The inputs up to and with the handle.
  std::string input_sequence(const KeptCounterexample& kept) const {
    std::string result;
    lts::StateId at = kept.run.start[0];
    for (const lts::RunStep& step : kept.run.steps) {
      if (request_.inputs.contains(step.action))
        result += (result.empty() ? "" : " ") + table().name(step.action).substr(1);
      if (kept.handle && at == kept.handle->source && step.action == kept.handle->action) break;
      at = step.after[0];
    }
    return result;
  }

  const SequentialSpec& spec_;
  Random random_;
  std::string problem_;
  const Limits* limits_;
  SystemRequest request_;
  lts::Alphabet outputs_;
  std::optional<PropertySystem> made_;
  std::optional<lts::MealyMachine> machine_;
  MachinePlan plan_;
  Program program_;
  std::string c_;
  IntervalProof proof_;
  RandomRuns runs_;
  std::vector<ErrorAnswer> errors_;
  std::string solutions_;  ///< which inputs lead to errors, as RERS tells it
  std::vector<AnsweredProperty> properties_;
  std::vector<TaskAnswer> invariants_;
};

Task made(const SequentialSpec& spec, std::uint64_t seed, const Limits* limits) {
  return SequentialSynthesis(spec, seed, fmt::format("Problem{}", seed), limits).run();
}

bool can_be_made(const SequentialSpec& spec, std::uint64_t seed, const Limits* limits) {
  try {
    made(spec, seed, limits);
    return true;
  } catch (const SynthesisError&) {
    return false;
  }
}

/// The same refusal with what works for this seed, unless nothing is found, or a limit ends the
/// search.
SynthesisError advised(const SynthesisError& error, const SequentialSpec& spec, std::uint64_t seed,
                       const Limits* limits) {
  if (error.obstacle() != Obstacle::properties) return error;
  std::string advice;
  try {
    advice = advice_on_properties(
        spec, [&](const SequentialSpec& other) { return can_be_made(other, seed, limits); });
  } catch (const LimitReached&) {
    // The refusal is known, and more useful than that time is up.
  }
  if (advice.empty())
    advice = R"(a smaller "satisfied", "violated" or "structural", or more "outputs")";
  return SynthesisError(error.what(), advice);
}

}  // namespace

MakeTask read_sequential_task(const output::JsonCursor& spec) {
  return [wanted = read_sequential_spec(spec)](std::uint64_t seed, const std::string& name,
                                               const Limits* limits) {
    try {
      Task result = made(wanted, seed, limits);
      result.name = name;
      return result;
    } catch (const SynthesisError& error) {
      throw advised(error, wanted, seed, limits);
    }
  };
}

}  // namespace arges::synth
