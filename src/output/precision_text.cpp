#include "output/precision_text.h"

#include <map>

#include <fmt/format.h>

#include "base/error.h"
#include "base/syntax/suggest.h"
#include "output/core_reader.h"
#include "output/proof_names.h"

namespace arges::output {

using analysis::Control;
using analysis::PrecisionFact;

namespace {

constexpr std::string_view spaces = " \t\r";

/// The control points' names; of several with one name, those after the first have a number.
std::vector<std::string> control_names(const analysis::System& system) {
  std::vector<std::string> result;
  std::map<std::string, int> seen;
  for (Control control = 0; system.has_control(control); ++control) {
    const std::string name = system.control_name(control);
    const int count = ++seen[name];
    result.push_back(count == 1 ? name : fmt::format("{} #{}", name, count));
  }
  return result;
}

/// Reads the lines of one text.
class PrecisionReader {
 public:
  PrecisionReader(const analysis::System& system, const SourceText& source)
      : source_(source), core_(system), controls_(control_names(system)) {}

  std::vector<PrecisionFact> read() {
    const std::string_view text = source_.text();
    for (std::size_t start = 0; start < text.size() && !diagnostics_.full();) {
      const std::size_t end = std::min(text.find('\n', start), text.size());
      read_line(start, text.substr(start, end - start));
      start = end + 1;
    }
    diagnostics_.throw_if_errors();
    return std::move(facts_);
  }

 private:
  /// What is left of a line, and where in the text it begins.
  struct Rest {
    std::size_t offset;
    std::string_view text;

    void skip(std::size_t count) {
      offset += count;
      text.remove_prefix(count);
    }
    void trim() {
      skip(std::min(text.find_first_not_of(spaces), text.size()));
      text = text.substr(0, text.find_last_not_of(spaces) + 1);
    }
    /// Takes a word off the front.
    bool accept(std::string_view word) {
      if (!text.starts_with(word) ||
          spaces.find(text.substr(word.size(), 1)) == std::string_view::npos)
        return false;
      skip(word.size());
      trim();
      return true;
    }
  };

  void error(const Rest& at, std::string message, std::string hint = "") {
    diagnostics_.error({&source_, static_cast<std::uint32_t>(at.offset)}, std::move(message),
                       std::move(hint));
  }

  void read_line(std::size_t offset, std::string_view line) {
    Rest rest{offset, line.substr(0, line.find("//"))};
    rest.trim();
    if (rest.text.empty()) return;
    PrecisionFact fact;
    if (rest.accept("at")) {
      fact.control = read_control(rest);
      if (!fact.control) return;
    }
    if (rest.accept("track"))
      fact.variable = read_variable(rest);
    else if (rest.accept("predicate"))
      fact.predicate = read_predicate(rest);
    else
      error(rest, "expected 'track' or 'predicate'",
            "a line is 'track VARIABLE' or 'predicate CONDITION', after 'at CONTROL:' if it is "
            "for one control point");
    if (fact.variable != nullptr || fact.predicate) facts_.push_back(fact);
  }

  std::optional<Control> read_control(Rest& rest) {
    // The longest name that fits: names may have colons.
    std::optional<Control> found;
    std::size_t longest = 0;
    syntax::Suggestion nearest(rest.text.substr(0, rest.text.find(':')));
    for (Control control = 0; control < controls_.size(); ++control) {
      const std::string& name = controls_[control];
      nearest.consider(name);
      if (rest.text.starts_with(name + ":") && name.size() >= longest) {
        found = control;
        longest = name.size();
      }
    }
    if (!found) {
      error(rest, "expected a control point of the model and ':'", nearest.hint());
      return found;
    }
    rest.skip(longest + 1);
    rest.trim();
    return found;
  }

  ir::Var read_variable(const Rest& rest) {
    const ir::Expr expr = read_expression(rest);
    if (expr && !expr.is_variable())
      error(rest, "only a variable's value can be tracked", "write 'predicate' for a condition");
    return expr && expr.is_variable() ? expr.var() : nullptr;
  }

  ir::Expr read_predicate(const Rest& rest) {
    const ir::Expr expr = read_expression(rest);
    if (!expr || expr.type().is_bool()) return expr;
    error(rest, fmt::format("a predicate should be true or false, not of type {}",
                            expr.type().to_string()));
    return {};
  }

  ir::Expr read_expression(const Rest& rest) {
    const auto alone = std::make_shared<const SourceText>(source_.name(), std::string(rest.text));
    Diagnostics found;
    const ir::Expr result = core_.expression(*alone, found);
    for (const Diagnostic& d : found.errors())
      error({rest.offset + d.location.offset, {}}, d.message, d.hint);
    return result;
  }

  const SourceText& source_;
  CoreReader core_;
  std::vector<std::string> controls_;
  Diagnostics diagnostics_;
  std::vector<PrecisionFact> facts_;
};

}  // namespace

std::vector<PrecisionFact> read_precision(const analysis::System& system, const SourcePtr& source) {
  return PrecisionReader(system, *source).read();
}

std::string write_precision(const analysis::System& system, const analysis::Precision& precision) {
  const ProofNames names(system);
  const std::vector<std::string> controls = control_names(system);
  std::string result;
  for (const auto& [scope, facts] : precision.scopes()) {
    const std::string place = precision.granularity() == analysis::Granularity::local
                                  ? fmt::format("at {}: ", controls[scope])
                                  : "";
    for (const ir::Var var : facts.variables())
      result +=
          fmt::format("{}track {}\n", place, names.to_text(system.context().var(var)).to_string());
    for (const ir::Expr predicate : facts.predicates())
      result += fmt::format("{}predicate {}\n", place, names.to_text(predicate).to_string());
  }
  return result;
}

std::string write_conditions(const analysis::System& system,
                             const std::vector<ir::Expr>& conditions) {
  const ProofNames names(system);
  std::string result;
  for (const ir::Expr condition : conditions)
    result += fmt::format("predicate {}\n", names.to_text(condition).to_string());
  return result;
}

}  // namespace arges::output
