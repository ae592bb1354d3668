#include "output/sv_witness.h"

#include <map>
#include <variant>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "base/invariant.h"
#include "base/timestamp.h"
#include "output/c_expression.h"
#include "output/digest.h"
#include "output/program_value.h"
#include "output/version.h"

namespace arges::output {

namespace {

using analysis::Answer;
using model::ProgramInfo;

/// An identifier that depends on nothing but what it identifies.
std::string uuid_of(std::string_view text) {
  std::string hash = sha256(text);
  hash[12] = '8';  // the version for identifiers made in ways of one's own
  hash[16] = 'a';
  return fmt::format("{}-{}-{}-{}-{}", hash.substr(0, 8), hash.substr(8, 4), hash.substr(12, 4),
                     hash.substr(16, 4), hash.substr(20, 12));
}

std::string specification(const std::string& property) {
  if (property.find("overflow") != std::string::npos)
    return "CHECK( init(main()), LTL(G ! overflow) )";
  return "CHECK( init(main()), LTL(G ! call(reach_error())) )";
}

/// Writes one witness.
class SvWitness {
 public:
  explicit SvWitness(const PropertyResult& result)
      : result_(result), cfa_(*result.program), program_(*cfa_.program) {}

  std::string text() {
    const bool is_violation = result_.verdict.answer == Answer::violated;
    content_ = YAML::Node(YAML::NodeType::Sequence);
    if (is_violation)
      add_violation();
    else
      add_invariants();
    YAML::Node entry;
    entry["entry_type"] = is_violation ? "violation_sequence" : "invariant_set";
    entry["metadata"] = metadata();
    entry["content"] = content_;
    YAML::Node document(YAML::NodeType::Sequence);
    document.push_back(entry);
    YAML::Emitter out;
    out << document;
    return std::string(out.c_str()) + "\n";
  }

 private:
  YAML::Node metadata() const {
    const SourceText& source = *cfa_.sources.front();
    YAML::Node result;
    result["format_version"] = "2.0";
    result["format_version"].SetTag("!");  // in quotes, as it is no number
    result["uuid"] =
        uuid_of(fmt::format("{}{}{}", source.text(), result_.property, YAML::Dump(content_)));
    result["creation_time"] = utc_timestamp();
    result["producer"]["name"] = "Arges";
    result["producer"]["version"] = std::string(program_version);
    YAML::Node task = result["task"];
    task["input_files"].push_back(source.name());
    task["input_file_hashes"][source.name()] = sha256(source.text());
    task["specification"] = specification(result_.property);
    task["data_model"] = program_.is_64_bit ? "LP64" : "ILP32";
    task["language"] = "C";
    return result;
  }

  static YAML::Node location(SourceLocation place, const std::string& function) {
    YAML::Node result;
    result["file_name"] = place.source->name();
    result["line"] = place.line();
    result["column"] = place.column();
    if (!function.empty()) result["function"] = function;
    return result;
  }

  void add_segment(const YAML::Node& waypoint) {
    YAML::Node segment;
    segment["segment"].push_back(waypoint);
    content_.push_back(segment);
  }

  void add_violation() {
    const analysis::ConcreteTrace& trace = *result_.verdict.counterexample;
    for (const analysis::ConcreteStep& step : trace.steps)
      add_inputs(step.action->statement, step.state);
    INVARIANT(!trace.steps.empty(), "an error should not be where a program starts");
    YAML::Node waypoint;
    waypoint["waypoint"]["type"] = "target";
    waypoint["waypoint"]["action"] = "follow";
    waypoint["waypoint"]["location"] =
        location(cfa_.edges.at(trace.steps.back().action->origin).location, "");
    add_segment(waypoint);
  }

  void add_inputs(const ir::Stmt& statement, const ir::Valuation& after) {
    if (statement.kind() == ir::StmtKind::havoc) {
      const auto input = program_.inputs.find(statement.var());
      if (input != program_.inputs.end() && input->second.end) {
        YAML::Node waypoint;
        waypoint["waypoint"]["type"] = "function_return";
        waypoint["waypoint"]["action"] = "follow";
        waypoint["waypoint"]["constraint"]["value"] = c_result_is(
            after.get(statement.var()), statement.var()->type, input->second.signed_bits);
        waypoint["waypoint"]["constraint"]["format"] = "ext_c_expression";
        waypoint["waypoint"]["location"] = location(input->second.end, input->second.caller);
        add_segment(waypoint);
      }
    }
    for (const ir::Stmt& child : statement.children()) add_inputs(child, after);
  }

  /// The states of all nodes at each loop; a loop that was copied has them from all its copies.
  void add_invariants() {
    const auto* graph =
        result_.proof ? std::get_if<analysis::Certificate>(&*result_.proof) : nullptr;
    if (graph == nullptr) return;
    std::map<std::uint32_t, std::vector<ir::Expr>> states;
    for (const analysis::Certificate::Node& node : graph->nodes)
      if (program_.loop_heads.contains(node.control)) states[node.control].push_back(node.state);
    std::map<std::pair<std::uint32_t, std::string>, std::vector<ir::Expr>> loops;
    for (const auto& [head, function] : program_.loop_heads) {
      auto& all = loops[{cfa_.locations[head].location.offset, function}];
      all.insert(all.end(), states[head].begin(), states[head].end());
    }
    for (const auto& [loop, all] : loops) {
      if (all.empty()) continue;
      const std::string value = implied_in_c(
          all.size() == 1 ? all[0] : ir::or_(all),
          [this, &function = loop.second](ir::Var var) { return name(var, function); });
      if (value == "1") continue;
      YAML::Node invariant;
      invariant["invariant"]["type"] = "loop_invariant";
      invariant["invariant"]["location"] =
          location({cfa_.sources.front().get(), loop.first}, loop.second);
      invariant["invariant"]["value"] = value;
      invariant["invariant"]["format"] = "c_expression";
      content_.push_back(invariant);
    }
  }

  std::optional<std::string> name(ir::Var var, const std::string& function) const {
    const auto found = program_.variables.find(var);
    if (found == program_.variables.end()) return {};
    const ProgramInfo::Variable& shown = found->second;
    const bool is_visible = shown.function.empty() || shown.function == function;
    if (!is_visible || shown.is_result || shown.depth != 0 || var->type.is_array()) return {};
    return shown.name;
  }

  const PropertyResult& result_;
  const model::Cfa& cfa_;
  const ProgramInfo& program_;
  YAML::Node content_;
};

}  // namespace

bool has_sv_witness(const PropertyResult& result) {
  return result.program != nullptr && !result.is_temporal &&
         result.verdict.answer != Answer::unknown &&
         (result.verdict.answer != Answer::violated || result.verdict.counterexample);
}

std::string write_sv_witness(const PropertyResult& result) { return SvWitness(result).text(); }

}  // namespace arges::output
