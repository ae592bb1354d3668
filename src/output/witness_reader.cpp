#include <unordered_set>

#include <fmt/format.h>

#include "output/core_reader.h"
#include "output/json.h"
#include "output/json_cursor.h"
#include "output/witness.h"

namespace arges::output {

namespace {

using analysis::Answer;
using analysis::Certificate;
using analysis::ConcreteTrace;
using analysis::InductionCertificate;
using analysis::LtlCertificate;
using analysis::StateSet;

Answer read_verdict(const JsonCursor& at) {
  const std::string& text = at.text();
  if (text == "true") return Answer::holds;
  if (text == "false") return Answer::violated;
  if (text == "unknown") return Answer::unknown;
  at.fail(fmt::format("'{}' is no verdict", text), "it is true, false or unknown");
}

analysis::Check read_check(const JsonCursor& at) {
  const auto reason = at.optional_member("reason");
  analysis::Check result;
  result.passed = at.member("checked").value() == true;
  result.ran_out = !result.passed;
  if (reason && reason->value().is_string()) result.reason = reason->text();
  return result;
}

Witness::Result read_result(const JsonCursor& at) {
  Witness::Result result;
  result.property = at.member("property").text();
  result.answer = read_verdict(at.member("verdict"));
  if (const auto polarity = at.optional_member("polarity")) {
    if (polarity->text() != existential_name)
      polarity->fail(fmt::format("'{}' is no polarity", polarity->text()));
    result.polarity = Polarity::existential;
    result.answer = inverted(result.answer);
  }
  if (result.answer == Answer::unknown) result.reason = at.member("reason").text();
  if (result.answer == Answer::holds && !at.optional_member("proof"))
    if (const auto certificate = at.optional_member("certificate")) {
      const analysis::Check check = read_check(*certificate);
      if (!check.passed) result.unproved = check.reason.empty() ? "unchecked" : check.reason;
    }
  if (const auto configuration = at.optional_member("configuration"))
    configuration->for_each_member([&](const std::string& name, const JsonCursor& value) {
      result.configuration.emplace_back(name, value.text());
    });
  return result;
}

constexpr const char* same_model =
    "is this the model, and are these the options, that the witness was made with?";

/// Reads the evidence of one result for one System.
class EvidenceReader {
 public:
  explicit EvidenceReader(const analysis::System& system) : system_(system), core_(system) {}

  ConcreteTrace trace(const JsonCursor& at) {
    ConcreteTrace result{state(at.member("initial")), {}};
    at.member("steps").for_each_element(
        [&](const JsonCursor& step) { result.steps.push_back(read_step(step)); });
    if (const auto found = at.optional_member("loop")) result.loop = read_loop(*found);
    return result;
  }

  /// Proofs say what kind they are, except graphs, which were there first.
  Evidence proof(const JsonCursor& at) {
    const auto kind = at.optional_member("kind");
    if (!kind) return graph(at);
    if (kind->value() == "ltl") return temporal(at);
    if (kind->value() == "states") return states(at);
    return induction(at);
  }

 private:
  Certificate graph(const JsonCursor& at) {
    Certificate result;
    at.member("nodes").for_each_element(
        [&](const JsonCursor& node) { result.nodes.push_back(read_node(node)); });
    at.member("roots").for_each_element(
        [&](const JsonCursor& root) { result.roots.push_back(root.number()); });
    return result;
  }

  LtlCertificate temporal(const JsonCursor& at) {
    LtlCertificate result{graph(at.member("graph")), {}};
    at.member("rankings").for_each_element([&](const JsonCursor& family) {
      auto& terms = result.rankings.emplace_back();
      family.for_each_element([&](const JsonCursor& one) {
        const analysis::Control at_control = control(one.member("control"));
        terms[at_control] = core_.term(one.member("term"), system_.context().int_type());
      });
    });
    return result;
  }

  StateSet states(const JsonCursor& at) {
    StateSet result;
    result.count = at.member("count").number();
    if (const auto why = at.optional_member("omitted")) {
      result.omitted = why->text();
      return result;
    }
    at.member("variables").for_each_element([&](const JsonCursor& name) {
      const ir::Var var = core_.variable(name.text());
      if (var == nullptr)
        name.fail(fmt::format("the model has no variable '{}'", name.text()), same_model);
      result.variables.push_back(var);
    });
    if (result.variables.empty()) at.member("variables").fail("should name variables");
    std::size_t count = 0;
    at.member("states").for_each_element([&](const JsonCursor& state) {
      ++count;
      state.for_each_element([&](const JsonCursor& value) {
        const std::size_t at_variable = result.values.size() % result.variables.size();
        result.values.push_back(core_.value(value, result.variables[at_variable]->type));
      });
      if (result.values.size() != count * result.variables.size())
        state.fail("should have a value for each variable");
    });
    if (count != result.count) at.fail(fmt::format("there are {} states", count));
    if (const auto followed = at.optional_member("followed"))
      followed->for_each_element([&](const JsonCursor& part) {
        result.followed.push_back(part.value().is_null() ? StateSet::all : part.number());
      });
    if (!result.followed.empty() && result.followed.size() != count)
      at.fail("should say for each state what is followed from there");
    return result;
  }

  analysis::Loop read_loop(const JsonCursor& at) {
    using Kind = analysis::Loop::Kind;
    analysis::Loop result;
    const JsonCursor kind = at.member("kind");
    if (kind.text() != "closed" && kind.text() != "recurrent")
      kind.fail(fmt::format("'{}' is no kind of loop", kind.text()), "it is closed or recurrent");
    result.start = at.member("start").number();
    if (kind.text() == "closed") return result;
    result.kind = Kind::recurrent;
    result.recurrence = core_.formula(at.member("recurrence"));
    at.member("values").for_each_element(
        [&](const JsonCursor& value) { result.values.push_back(core_.term(value, {})); });
    return result;
  }

  InductionCertificate induction(const JsonCursor& at) {
    const JsonCursor kind = at.member("kind");
    InductionCertificate result;
    if (kind.text() == "exhaustion")
      result.basis = InductionCertificate::Basis::exhaustion;
    else if (kind.text() != "induction")
      kind.fail(fmt::format("'{}' is no kind of proof", kind.text()),
                "it is induction or exhaustion");
    result.k = at.member("k").number();
    at.member("points").for_each_element([&](const JsonCursor& point) {
      result.points.push_back(
          {control(point.member("control")), core_.formula(point.member("invariant"))});
    });
    return result;
  }

  ir::Valuation state(const JsonCursor& at) {
    ir::Valuation result;
    at.for_each_member([&](const std::string& name, const JsonCursor& value) {
      const ir::Var var = core_.variable(name);
      if (var == nullptr)
        value.fail(fmt::format("the model has no variable '{}'", name),
                   core_.suggest_variable(name));
      result.set(var, core_.value(value, var->type));
    });
    return result;
  }

  const analysis::Action& action(const JsonCursor& at) const {
    const analysis::Action* found = system_.find_action(at.number());
    if (found == nullptr)
      at.fail(fmt::format("the model has no action {}", at.number()), same_model);
    return *found;
  }

  analysis::ConcreteStep read_step(const JsonCursor& at) {
    analysis::ConcreteStep step{&action(at.member("action")), {}, {}};
    if (prepared_.insert(step.action->id).second) core_.add_types_of(step.action->statement);
    at.member("decisions").for_each_element([&](const JsonCursor& one) {
      step.decisions.push_back(read_decision(one));
    });
    step.state = state(at.member("state"));
    return step;
  }

  ir::Decision read_decision(const JsonCursor& at) {
    if (const auto branch = at.optional_member("branch"))
      return ir::Decision::take(branch->number());
    const ir::Type type = core_.type(at.member("type"));
    return ir::Decision::pick(core_.value(at.member("value"), type), type);
  }

  analysis::Control control(const JsonCursor& at) const {
    if (!system_.has_control(at.number()))
      at.fail(fmt::format("the model has no control point {}", at.number()), same_model);
    return at.number();
  }

  Certificate::Node read_node(const JsonCursor& at) {
    Certificate::Node node;
    node.control = control(at.member("control"));
    node.state = core_.formula(at.member("state"));
    if (const JsonCursor covered = at.member("covered_by"); !covered.value().is_null())
      node.covered_by = covered.number();
    at.member("successors").for_each_element([&](const JsonCursor& successor) {
      auto& one = node.successors.emplace_back();
      one.action = action(successor.member("action")).id;
      one.node = successor.member("node").number();
      if (const auto then = successor.optional_member("then"))
        then->for_each_element(
            [&](const JsonCursor& next) { one.then.push_back(action(next).id); });
    });
    return node;
  }

  const analysis::System& system_;
  CoreReader core_;
  std::unordered_set<std::uint32_t> prepared_;  ///< actions whose types are known
};

/// The first element whose member is there but is not the name that its place has, or "".
std::string misnamed(const nlohmann::json& elements, const char* member,
                     const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto found = elements[i].find(member);
    if (found != elements[i].end() && *found != names[i])
      return fmt::format("\"{}\" number {} is {}, but should be \"{}\"", member, i, found->dump(),
                         names[i]);
  }
  return "";
}

std::string misnamed_step(const nlohmann::json& trace, const ConcreteTrace& evidence) {
  std::vector<std::string> names;
  for (const analysis::ConcreteStep& step : evidence.steps) names.push_back(step.action->label);
  return misnamed(trace.at("steps"), "label", names);
}

std::string misnamed_node(const nlohmann::json& proof, const analysis::System& system,
                          const Certificate& evidence) {
  std::vector<std::string> names;
  for (const Certificate::Node& node : evidence.nodes)
    names.push_back(system.control_name(node.control));
  return misnamed(proof.at("nodes"), "control_name", names);
}

std::string misnamed_rank(const nlohmann::json& proof, const analysis::System& system,
                          const LtlCertificate& evidence) {
  for (std::size_t i = 0; i < evidence.rankings.size(); ++i) {
    std::vector<std::string> names;
    for (const auto& one : proof.at("rankings").at(i))
      names.push_back(system.control_name(one.at("control").get<analysis::Control>()));
    const std::string wrong = misnamed(proof.at("rankings").at(i), "control_name", names);
    if (!wrong.empty()) return wrong;
  }
  return misnamed_node(proof.at("graph"), system, evidence.graph);
}

std::string misnamed_point(const nlohmann::json& proof, const analysis::System& system,
                           const InductionCertificate& evidence) {
  std::vector<std::string> names;
  for (const InductionCertificate::Point& point : evidence.points)
    names.push_back(system.control_name(point.control));
  return misnamed(proof.at("points"), "control_name", names);
}

}  // namespace

Witness::Witness(SourcePtr file)
    : file_(std::move(file)),
      document_(std::make_shared<const nlohmann::json>(JsonCursor::parse(*file_))) {
  const JsonCursor root(*document_, *file_);
  const auto format = root.optional_member("format");
  if (!format || !format->value().is_string() || format->text() != "arges-witness")
    root.fail("should have the member \"format\": \"arges-witness\"",
              "arges check --witness FILE writes witnesses");
  const JsonCursor version = root.member("version");
  if (version.value() != witness_version)
    version.fail(fmt::format("version {} of the format is not known", version.value().dump()),
                 fmt::format("this program reads version {}", witness_version));
  if (const auto model = root.optional_member("model")) model_ = model->text();
  root.member("results").for_each_element(
      [&](const JsonCursor& result) { results_.push_back(read_result(result)); });
}

Evidence Witness::evidence(std::size_t result, const analysis::System& system) const {
  const JsonCursor at = JsonCursor(*document_, *file_).member("results").element(result);
  EvidenceReader reader(system);
  switch (results_[result].answer) {
    case Answer::violated:
      return reader.trace(at.member("trace"));
    case Answer::holds:
      return reader.proof(at.member("proof"));
    case Answer::unknown:
      break;
  }
  at.fail("an unknown verdict has no evidence");
}

namespace {

/// Times are written with a point, counts without.
std::vector<Statistics::Entry> read_statistics(const JsonCursor& at) {
  std::vector<Statistics::Entry> result;
  at.for_each_member([&](const std::string& name, const JsonCursor& value) {
    if (!value.value().is_number()) value.fail("should be a number");
    result.push_back({name, value.value().is_number_float(), value.value().get<double>()});
  });
  return result;
}

}  // namespace

PropertyResult Witness::result(std::size_t number, const analysis::System& system) const {
  const JsonCursor at = JsonCursor(*document_, *file_).member("results").element(number);
  const Result& head = results_[number];
  PropertyResult result;
  result.property = head.property;
  result.system = &system;
  result.verdict.answer = head.answer;
  result.verdict.reason = head.reason;
  result.configuration = head.configuration;
  result.certificate = read_check(at.member("certificate"));
  if (const auto concerns = at.optional_member("concerns")) result.concerns = concerns->texts();
  result.statistics = read_statistics(at.member("statistics"));
  if (const auto precision = at.optional_member("precision")) result.precision = precision->text();
  if (const auto history = at.optional_member("history")) result.history = history->text();
  if (const auto leaves = at.optional_member("leaves_model"))
    result.leaves_model = head.answer == Answer::unknown && leaves->value() == true;
  if (head.answer == Answer::violated)
    result.verdict.counterexample = std::get<ConcreteTrace>(evidence(number, system));
  if (head.answer == Answer::holds && at.optional_member("proof")) {
    Evidence proof = evidence(number, system);
    if (auto* graph = std::get_if<Certificate>(&proof)) result.proof = std::move(*graph);
    if (auto* induction = std::get_if<InductionCertificate>(&proof))
      result.proof = std::move(*induction);
    if (auto* temporal = std::get_if<LtlCertificate>(&proof)) result.proof = std::move(*temporal);
    if (auto* states = std::get_if<StateSet>(&proof)) result.proof = std::move(*states);
  }
  return result;
}

std::string Witness::contradiction(std::size_t result, const RunSubject& subject,
                                   const Evidence& evidence) const {
  const analysis::System& system = *subject.system;
  const nlohmann::json& found = document_->at("results").at(result);
  if (const auto* proof = std::get_if<Certificate>(&evidence))
    return misnamed_node(found.at("proof"), system, *proof);
  if (const auto* proof = std::get_if<InductionCertificate>(&evidence))
    return misnamed_point(found.at("proof"), system, *proof);
  if (const auto* proof = std::get_if<LtlCertificate>(&evidence))
    return misnamed_rank(found.at("proof"), system, *proof);
  if (std::holds_alternative<StateSet>(evidence)) return "";
  const auto& trace = std::get<ConcreteTrace>(evidence);
  if (!reads_as(result, subject, trace)) return "its counterexample is not the one its trace shows";
  return misnamed_step(found.at("trace"), trace);
}

bool Witness::reads_as(std::size_t result, const RunSubject& subject,
                       const analysis::ConcreteTrace& trace) const {
  PropertyResult derived;
  derived.verdict = {analysis::Answer::violated, "", trace};
  derived.system = subject.system;
  derived.chart = subject.chart;
  derived.machines = subject.machines;
  auto expected = nlohmann::json::parse(to_json(derived).dump()).at("counterexample");
  const nlohmann::json& written = document_->at("results").at(result);
  const bool exists = results_[result].polarity == Polarity::existential;
  auto found = written.value(exists ? "witness" : "counterexample", nlohmann::json());
  for (nlohmann::json* counterexample : {&expected, &found}) {
    if (!counterexample->is_object() || !counterexample->contains("steps")) continue;
    for (nlohmann::json& step : counterexample->at("steps"))
      if (step.is_object()) step.erase("position");
  }
  return expected == found;
}

}  // namespace arges::output
