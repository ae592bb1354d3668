#include "lsp/analysis/diagnose.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "automata/ltl/parser.h"
#include "base/error.h"
#include "engine/ltl_reading.h"
#include "engine/machine_task.h"
#include "engine/statechart_model.h"
#include "engine/text_part.h"
#include "frontend/cfa/cfa_parser.h"
#include "frontend/machines/sm_parser.h"
#include "frontend/xsts/xsts_parser.h"
#include "ir/context.h"
#include "lsp/symbols/tokens.h"
#include "model/statechart/shared_writes.h"

namespace arges::lsp {

namespace {

using frontend::MachineSystem;

/// Reads one text and keeps what is said about it.
class Reading {
 public:
  Reading(const DiagnosisTask& task, const Limits& limits)
      : task_(task), limits_(limits), lines_(task.source->text(), task.encoding) {}

  std::vector<Finding> findings() {
    try {
      read();
    } catch (const InputError& error) {
      for (const arges::Diagnostic& one : error.diagnostics()) add(Severity::error, one);
    } catch (const UsageError& error) {
      add(Severity::error, {{}, error.what(), error.hint()});
    }
    return std::move(findings_);
  }

 private:
  void read() {
    ir::Context context;
    const std::string_view id = task_.language->id;
    if (id == "cfa") {
      frontend::parse_cfa(context, task_.source, &limits_);
    } else if (id == "xsts") {
      frontend::parse_xsts(context, task_.source, nullptr, &limits_);
    } else if (id == "sm") {
      read_machines();
    } else {
      engine::LoadRequest request;
      request.path = task_.source->name();
      request.input_format = id;
      const engine::StatechartModel model =
          engine::read_statechart(context, task_.source, request, &limits_);
      for (const auto& warnings :
           {model.system.warnings, model::statechart::shared_writes(model.system)})
        for (const auto& one : warnings) add(Severity::warning, {one.location, one.text, ""});
    }
  }

  /// With what is checked of its properties when they are made.
  void read_machines() {
    MachineSystem system = frontend::parse_machines(task_.source, &limits_);
    for (const auto& one : system.warnings) add(Severity::warning, {one.location, one.text, ""});
    Diagnostics errors;
    for (const MachineSystem::Property& property : system.properties) {
      try {
        if (property.kind == MachineSystem::Property::Kind::check)
          engine::choose(engine::machine_checks(), property.text);
        if (property.kind == MachineSystem::Property::Kind::formula)
          read_formula(system.model, property);
      } catch (const UsageError& error) {
        errors.error(property.location, error.what(), error.hint());
      } catch (const InputError& error) {
        engine::add_errors(errors, error);
      }
    }
    errors.throw_if_errors();
  }

  static void read_formula(model::machines::Model& model, const MachineSystem::Property& property) {
    const SourceText text(property.location.source->name(), property.text);
    const auto is_known = [&](const std::string& atom) {
      try {
        frontend::parse_machine_condition(model, SourceText("atom", atom));
        return true;
      } catch (const InputError&) {
        return false;
      }
    };
    automata::Formulas formulas;
    automata::ParsedFormula parsed;
    try {
      parsed = automata::parse_formula(
          formulas, text, engine::reading_of(text, automata::LtlSyntax::automatic, is_known));
    } catch (const InputError& error) {
      throw engine::moved(error, property.location);
    }
    for (const automata::Atom& atom : parsed.atoms) {
      const SourceText copy(text.name(), atom.text);
      SourceLocation begin = property.location;
      begin.offset += atom.location.offset;
      try {
        frontend::parse_machine_condition(model, copy);
      } catch (const InputError& error) {
        throw engine::moved(error, begin, engine::advice_on_letters(text.text(), atom));
      }
    }
  }

  bool is_here(const SourceLocation& location) const {
    return location.source == task_.source.get() ||
           (location.source != nullptr && location.source->name() == task_.source->name());
  }

  void add(Severity severity, const arges::Diagnostic& said) {
    Finding finding{severity, {}, said.message, said.hint};
    if (is_here(said.location)) {
      finding.range = lines_.range(range_at(said.location.offset));
    } else if (said.location) {
      // In a file that this one refers to.
      const SourceText& other = *said.location.source;
      const Lines lines(other.text(), task_.encoding);
      finding.message = fmt::format("{}: {}", said.location.to_string(), said.message);
      finding.range = lines_.range(first_word());
      const Position place = lines.position(said.location.offset);
      finding.related.push_back({other.name(), {place, place}, said.message});
    } else {
      finding.range = lines_.range(first_word());
    }
    findings_.push_back(std::move(finding));
  }

  TextRange first_word() const {
    const std::size_t first = task_.source->text().find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return range_at(first == std::string_view::npos ? 0 : static_cast<std::uint32_t>(first));
  }

  /// What stands at a place: a token of the language, or else a name or a sign.
  TextRange range_at(std::uint32_t offset) const {
    const std::string_view text = task_.source->text();
    const auto size = static_cast<std::uint32_t>(text.size());
    if (offset >= size || is_blank(text[offset])) return before(offset);
    if (const syntax::Dialect* dialect = task_.language->dialect()) {
      if (!tokens_) tokens_.emplace(*dialect, *task_.source);
      const Tokens::Index token = tokens_->starting_at(offset);
      if (!tokens_->at_end(token)) return tokens_->range(token);
    }
    std::uint32_t end = offset + 1;
    const auto is_word = [&](std::uint32_t at) {
      const auto byte = static_cast<unsigned char>(text[at]);
      return byte >= 0x80 || std::isalnum(byte) != 0 || byte == '_' || byte == ':' || byte == '-';
    };
    while (end < size && is_word(end) && (is_word(offset) || text[offset] == '<')) ++end;
    // All of a character of several bytes.
    while (end < size && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    return {offset, end};
  }

  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

  /// Where something is missing: the last sign that is there, so that it can be seen.
  TextRange before(std::uint32_t offset) const {
    const std::string_view text = task_.source->text().substr(0, offset);
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos) return {0, 0};
    std::size_t begin = last;
    while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) --begin;
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(last + 1)};
  }

  const DiagnosisTask& task_;
  const Limits& limits_;
  Lines lines_;
  mutable std::optional<Tokens> tokens_;
  std::vector<Finding> findings_;
};

}  // namespace

Diagnosis diagnose(const DiagnosisTask& task, const Limits& limits) {
  const SourceOverlay overlay(task.open);
  Diagnosis result;
  result.findings = Reading(task, limits).findings();
  result.files = overlay.read();
  return result;
}

}  // namespace arges::lsp
