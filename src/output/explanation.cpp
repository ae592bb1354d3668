#include "output/explanation.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "output/columns.h"

namespace arges::output {

namespace {

using Location = Explanation::Location;

/// So many are told step by step, the others in a line.
constexpr std::size_t told_in_full = 5;
/// Longer texts are not aligned any more.
constexpr std::size_t widest_action = 60;

/// Both executions of one counterexample as a table with three columns.
class Table {
 public:
  explicit Table(const Explanation& explanation) {
    for (const Explanation::Step& step : explanation.steps) {
      measure(step.action, first_);
      for (const Location& one : step.relevant) measure(one);
    }
    measure(explanation.end);
    first_ = std::min(first_, widest_action);
    text_ += fmt::format("    {:>4}  {}  {}  {}\n", "step", pad("", first_),
                         pad("concrete", second_), "abstract");
  }

  void step(std::uint32_t number, const std::string& action) {
    text_ += fmt::format("    {:>4}  {}\n", number, action);
  }
  /// Relevant locations are underlined.
  void value(const Location& one, const char* underline, const std::string& remark) {
    const std::string name = fmt::format("  {0}{1}{0}", underline, one.name);
    text_ += fmt::format("          {}  {}  {}{}\n", pad(name, first_), pad(one.concrete, second_),
                         one.abstract, remark);
  }
  std::string take() { return std::move(text_); }

 private:
  static void measure(const std::string& text, std::size_t& column) {
    column = std::max(column, width(text));
  }
  void measure(const Location& one) {
    measure(one.name + "    ", first_);
    measure(one.concrete, second_);
  }

  std::size_t first_ = 0;
  std::size_t second_ = 8;  ///< "concrete"
  std::string text_;
};

bool same(const std::vector<Location>& a, const std::vector<Location>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.name == y.name && x.concrete == y.concrete && x.abstract == y.abstract;
  });
}

/// "because of (x + 1) at step 3: 5 in the concrete execution, ≤ 0 in the abstract one"
std::string reason_text(const Explanation& explanation) {
  if (explanation.blamed_step == 0) return "no single expression is to blame";
  return fmt::format("because of {} at step {}: {} in the concrete execution, {} in the abstract",
                     explanation.blamed.name, explanation.blamed_step, explanation.blamed.concrete,
                     explanation.blamed.abstract);
}

std::string full_text(const Explanation& explanation) {
  std::string result = fmt::format(
      "  spurious counterexample {}: {} events as {} steps; what matters _before_ a step is "
      "underlined\n",
      explanation.number, explanation.events, explanation.steps.size());
  Table table(explanation);
  const std::vector<Location>* told = nullptr;
  for (const Explanation::Step& step : explanation.steps) {
    if (told == nullptr || !same(*told, step.relevant))
      for (const Location& one : step.relevant)
        table.value(one, "_", one.match == Location::Match::different ? "   (differ)" : "");
    told = &step.relevant;
    table.step(step.number, step.action);
  }
  table.value(explanation.end, "", "   <- here the executions part");
  result += table.take();
  result += fmt::format("    {}\n", reason_text(explanation));
  for (const Explanation::Split& split : explanation.splits)
    result +=
        fmt::format("    {} is split: {}  =>  {}\n", split.variable, split.before, split.after);
  return result;
}

std::string short_text(const Explanation& explanation) {
  std::string variables;
  for (const Explanation::Split& split : explanation.splits) {
    variables += fmt::format("{}{} at", variables.empty() ? "" : "; ", split.variable);
    for (const std::int64_t number : split.numbers) variables += fmt::format(" {}", number);
  }
  return fmt::format(
      "  spurious counterexample {}: {} events, because of {} at step {}, splits {}\n",
      explanation.number, explanation.events, explanation.blamed.name, explanation.blamed_step,
      variables.empty() ? "nothing" : variables);
}

/// What all splits came to.
std::string summary_text(const std::vector<Explanation>& explanations) {
  struct Sum {
    std::size_t splits = 0;
    std::string cells;
  };
  std::map<std::string, Sum> variables;
  std::size_t longest = 0;
  for (const Explanation& explanation : explanations)
    for (const Explanation::Split& split : explanation.splits) {
      Sum& sum = variables[split.variable];
      ++sum.splits;
      sum.cells = split.after;
      longest = std::max(longest, width(split.variable));
    }
  std::string result =
      fmt::format("  {} spurious counterexamples; the cells in the end:\n", explanations.size());
  for (const auto& [variable, sum] : variables)
    result += fmt::format("    {}  {:>3} times split: {}\n", pad(variable, longest), sum.splits,
                          sum.cells);
  return result;
}

}  // namespace

std::string explanations_text(const std::vector<Explanation>& explanations) {
  std::string result;
  for (std::size_t i = 0; i < explanations.size(); ++i)
    result += i < told_in_full ? full_text(explanations[i]) : short_text(explanations[i]);
  if (explanations.size() > 1) result += summary_text(explanations);
  return result;
}

}  // namespace arges::output
