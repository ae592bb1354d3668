#include "output/dot.h"

#include <fmt/format.h>

#include "output/drawing_text.h"
#include "output/readable_trace.h"
#include "output/text.h"

namespace arges::output {

namespace {

/// Longer texts make a drawing useless; the witness has them in full.
constexpr std::size_t longest_text = 200;

std::string shortened(std::string text) { return output::shortened(std::move(text), longest_text); }

std::string proof_dot(const analysis::Certificate& proof, const analysis::System& system,
                      const std::string& prefix) {
  std::string result;
  for (std::size_t i = 0; i < proof.nodes.size(); ++i) {
    const analysis::Certificate::Node& node = proof.nodes[i];
    result += fmt::format("    {}{} [label={}];\n", prefix, i,
                          dot_quoted(fmt::format("{}\n{}", system.control_name(node.control),
                                                 shortened(node.state.to_string()))));
    for (const auto& successor : node.successors)
      result += fmt::format("    {0}{1} -> {0}{2} [label={3}];\n", prefix, i, successor.node,
                            dot_quoted(shortened(system.find_action(successor.action)->label)));
    if (node.covered_by)
      result += fmt::format("    {0}{1} -> {0}{2} [style=dashed, constraint=false];\n", prefix, i,
                            *node.covered_by);
  }
  for (const std::uint32_t root : proof.roots)
    result += fmt::format("    {}{} [penwidth=2];\n", prefix, root);
  return result;
}

/// The points with their invariants, and which actions lead on from them.
std::string proof_dot(const analysis::InductionCertificate& proof, const analysis::System& system,
                      const std::string& prefix) {
  std::string result;
  for (const auto& [control, invariant] : proof.points)
    result += fmt::format("    {}{} [label={}{}];\n", prefix, control,
                          dot_quoted(fmt::format("{}\n{}", system.control_name(control),
                                                 shortened(invariant.to_string()))),
                          control == system.initial_control() ? ", penwidth=2" : "");
  return result;
}

std::string proof_dot(const analysis::LtlCertificate& proof, const analysis::System& system,
                      const std::string& prefix) {
  return proof_dot(proof.graph, system, prefix);
}

/// A set has no edges.
std::string proof_dot(const analysis::StateSet& proof, const analysis::System&,
                      const std::string& prefix) {
  return fmt::format("    {}0 [label={}];\n", prefix,
                     dot_quoted(fmt::format("{} states", proof.count)));
}

std::string trace_dot(const analysis::ConcreteTrace& trace, const analysis::System& system,
                      const std::string& prefix) {
  std::string result;
  const ReadableTrace readable = make_readable(trace, system);
  for (std::size_t i = 0; i < readable.steps.size(); ++i) {
    const ReadableStep& step = readable.steps[i];
    std::string text = system.control_name(step.control);
    for (const ir::Var var : step.changed)
      text += fmt::format("\n{} = {}", var->name,
                          shortened(ir::to_string(step.state->get(var), var->type)));
    const bool last = i + 1 == readable.steps.size();
    result += fmt::format("    {}{} [label={}{}];\n", prefix, i, dot_quoted(text),
                          last ? ", color=red, penwidth=2" : "");
    if (i > 0)
      result += fmt::format("    {0}{1} -> {0}{2} [label={3}];\n", prefix, i - 1, i,
                            dot_quoted(shortened(step.label)));
  }
  if (readable.loop_start)
    result += fmt::format("    {0}{1} -> {0}{2} [style=dashed];\n", prefix,
                          readable.steps.size() - 1, *readable.loop_start);
  return result;
}

}  // namespace

std::string render_dot(const ModelResult& result) {
  std::string text = "digraph arges {\n  node [shape=box, fontname=\"monospace\"];\n";
  for (std::size_t i = 0; i < result.results.size(); ++i) {
    const PropertyResult& one = result.results[i];
    const std::string prefix = fmt::format("p{}_", i);
    text +=
        fmt::format("  subgraph cluster_{} {{\n    label={};\n", i,
                    dot_quoted(result_line(result.model, one.property, verdict_text(one.verdict))));
    if (one.system != nullptr && one.proof)
      text += std::visit([&](const auto& proof) { return proof_dot(proof, *one.system, prefix); },
                         *one.proof);
    if (one.system != nullptr && one.verdict.counterexample)
      text += trace_dot(*one.verdict.counterexample, *one.system, prefix);
    text += "  }\n";
  }
  return text + "}\n";
}

}  // namespace arges::output
