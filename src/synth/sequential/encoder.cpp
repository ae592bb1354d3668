#include "synth/sequential/encoder.h"

#include <algorithm>
#include <optional>

#include "base/invariant.h"
#include "synth/sequential/value_classes.h"

namespace arges::synth {

namespace {

using Statement = ProgramStatement;
using Condition = ProgramCondition;

Statement plain_statement(Statement::Op op, std::size_t subject = 0, lts::ActionId letter = 0) {
  Statement result;
  result.op = op;
  result.subject = subject;
  result.letter = letter;
  return result;
}

Condition plain_condition(Condition::Op op, lts::ActionId input = 0) {
  Condition result;
  result.op = op;
  result.input = input;
  return result;
}

class Encoding {
 public:
  Encoding(const MachinePlan& plan, const lts::Alphabet& inputs, const EncodingOptions& options,
           Random& random)
      : plan_(plan),
        inputs_(inputs),
        options_(options),
        random_(random),
        coder_(program_, options, random) {}

  Program run() {
    program_.inputs = inputs_.actions();
    random_.shuffle(program_.inputs);
    make_tree();
    set_initial_values();
    program_.rules = children_statements(0);
    for (std::size_t s = 0; s < plan_.states.size(); ++s)
      if (plan_.states[s].kind == MachinePlan::Kind::error) add_error(s);
    return std::move(program_);
  }

 private:
  static constexpr std::size_t most_children = 5;

  /// A group of states, or one.
  struct Node {
    std::optional<std::size_t> parent;
    std::size_t value_class = 0;  ///< of the parent's variable
    std::size_t variable = 0;
    std::vector<std::size_t> children;
    std::optional<std::size_t> state;
  };
  struct Test {
    std::size_t variable;
    std::size_t value_class;
  };

  void make_tree() {
    std::vector<std::size_t> states;
    for (std::size_t s = 0; s < plan_.states.size(); ++s) states.push_back(s);
    random_.shuffle(states);
    leaf_of_.resize(states.size());
    nodes_.push_back({});
    split(0, states);
  }

  void split(std::size_t node, const std::vector<std::size_t>& states) {
    if (states.size() == 1 && node != 0) {
      nodes_[node].state = states.front();
      leaf_of_[states.front()] = node;
      return;
    }
    const std::size_t number =
        states.size() < 2
            ? 1
            : std::min(states.size(), static_cast<std::size_t>(random_.between(2, most_children)));
    nodes_[node].variable = variable_for(node);
    std::vector<std::size_t> classes;
    for (std::size_t i = 0; i < most_children; ++i) classes.push_back(i);
    random_.shuffle(classes);
    std::vector<std::vector<std::size_t>> groups(number);
    for (std::size_t i = 0; i < states.size(); ++i) groups[i % number].push_back(states[i]);
    for (std::size_t i = 0; i < number; ++i) {
      const std::size_t child = nodes_.size();
      nodes_.push_back({node, classes[i], 0, {}, std::nullopt});
      nodes_[node].children.push_back(child);
      split(child, groups[i]);
    }
  }

  /// One that no group around this one uses; maybe one of other groups.
  std::size_t variable_for(std::size_t node) {
    std::vector<std::size_t> free;
    const std::vector<Test> around = tests(node);
    for (std::size_t v = 0; v < coder_.num_variables(); ++v)
      if (std::none_of(around.begin(), around.end(),
                       [v](const Test& test) { return test.variable == v; }))
        free.push_back(v);
    if (free.empty() || random_.percent(options_.percent_own))
      return coder_.add_variable(most_children);
    return random_.pick(free);
  }

  /// What tells a node from all others, from the root on.
  std::vector<Test> tests(std::size_t node) const {
    std::vector<Test> result;
    for (std::size_t at = node; nodes_[at].parent; at = *nodes_[at].parent)
      result.push_back({nodes_[*nodes_[at].parent].variable, nodes_[at].value_class});
    std::reverse(result.begin(), result.end());
    return result;
  }

  void set_initial_values() {
    for (const Test& test : tests(leaf_of_[plan_.initial]))
      program_.variables[test.variable].initial = coder_.sample(test.variable, test.value_class);
  }

  /// All of them, in random order and nested at random.
  Condition conjunction(std::vector<Condition> parts) {
    random_.shuffle(parts);
    while (parts.size() > 1) {
      const std::size_t at = random_.below(parts.size() - 1);
      Condition both = plain_condition(Condition::Op::all);
      both.parts = {std::move(parts[at]), std::move(parts[at + 1])};
      parts[at] = std::move(both);
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }
    return std::move(parts.front());
  }

  /// Calls the functions of groups, and has the rules of states.
  std::vector<Statement> children_statements(std::size_t node) {
    std::vector<Statement> result;
    for (const std::size_t child : nodes_[node].children) {
      if (nodes_[child].state) {
        add_rules(child, result);
        continue;
      }
      Statement when = plain_statement(Statement::Op::when);
      when.condition =
          conjunction({plain_condition(Condition::Op::unanswered),
                       coder_.is_in(nodes_[node].variable, nodes_[child].value_class)});
      std::vector<Statement> body = children_statements(child);
      if (body.empty()) continue;
      program_.functions.push_back(std::move(body));
      when.body.push_back(plain_statement(Statement::Op::call, program_.functions.size() - 1));
      result.push_back(std::move(when));
    }
    return result;
  }

  void add_rules(std::size_t leaf, std::vector<Statement>& result) {
    const MachinePlan::State& state = plan_.states[*nodes_[leaf].state];
    for (const MachinePlan::Step& step : state.steps) {
      result.push_back(rule(tests(leaf), step));
      if (random_.percent(options_.percent_dead_rules)) add_dead_rule(leaf, result);
    }
  }

  Statement rule(const std::vector<Test>& when, const MachinePlan::Step& step) {
    std::vector<Condition> parts{plain_condition(Condition::Op::unanswered),
                                 plain_condition(Condition::Op::input_is, step.input)};
    for (const Test& test : when) parts.push_back(coder_.is_in(test.variable, test.value_class));
    Statement result = plain_statement(Statement::Op::when);
    result.condition = conjunction(std::move(parts));
    result.body = effect(when, step);
    return result;
  }

  std::vector<Statement> effect(const std::vector<Test>& when, const MachinePlan::Step& step) {
    KnownValues known;
    for (std::size_t v = 0; v < coder_.num_variables(); ++v)
      known.push_back(coder_.variable(v).all);
    for (const Test& test : when)
      known[test.variable] = coder_.variable(test.variable).classes[test.value_class];
    std::vector<Statement> result{plain_statement(Statement::Op::answer)};
    std::vector<Test> goals = tests(leaf_of_[step.target]);
    random_.shuffle(goals);
    for (const Test& goal : goals) {
      const bool is_there = std::any_of(when.begin(), when.end(), [&](const Test& test) {
        return test.variable == goal.variable && test.value_class == goal.value_class;
      });
      const bool is_range = coder_.variable(goal.variable).kind == CodeVariable::Kind::ranges;
      if (is_there && !(is_range && random_.percent(30))) continue;
      Statement assign = plain_statement(Statement::Op::assign, goal.variable);
      assign.value = coder_.value_in(goal.variable, goal.value_class, known);
      known[goal.variable] = coder_.variable(goal.variable).classes[goal.value_class];
      result.push_back(std::move(assign));
    }
    result.push_back(plain_statement(Statement::Op::output, 0, step.output));
    return result;
  }

  /// A rule whose condition contradicts one of those that lead to its place.
  void add_dead_rule(std::size_t leaf, std::vector<Statement>& result) {
    std::vector<Test> when = tests(leaf);
    if (when.size() < 2) return;
    Test& other = when[random_.below(when.size() - 1)];
    other.value_class = (other.value_class + 1 + random_.below(most_children - 1)) % most_children;
    const MachinePlan::State& model = plan_.states[random_.below(plan_.states.size())];
    if (model.steps.empty()) return;
    MachinePlan::Step step = random_.pick(model.steps);
    step.input = random_.pick(inputs_.actions());
    result.push_back(rule(when, step));
  }

  void add_error(std::size_t state) {
    std::vector<Condition> parts;
    for (const Test& test : tests(leaf_of_[state]))
      parts.push_back(coder_.is_in(test.variable, test.value_class));
    Statement when = plain_statement(Statement::Op::when);
    when.condition = conjunction(std::move(parts));
    when.body = {plain_statement(Statement::Op::answer),
                 plain_statement(Statement::Op::error, plan_.states[state].error)};
    program_.error_check.push_back(std::move(when));
  }

  const MachinePlan& plan_;
  const lts::Alphabet& inputs_;
  const EncodingOptions& options_;
  Random& random_;
  Program program_;
  ValueCoder coder_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> leaf_of_;  ///< by state
};

}  // namespace

Program encoded(const MachinePlan& plan, const lts::Alphabet& inputs,
                const EncodingOptions& options, Random& random) {
  return Encoding(plan, inputs, options, random).run();
}

}  // namespace arges::synth
