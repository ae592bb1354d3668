#include "lsp/verdicts/outcome.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "lsp/transport/rpc.h"
#include "lsp/verdicts/run_places.h"

namespace arges::lsp {

namespace {

using Answer = Verdict::Answer;

/// One result of the program.
struct Result {
  Answer answer;
  std::string property;
  std::string reason;
  std::optional<double> seconds;
  std::string certificate;  ///< in words
  Json run;                 ///< null: there is none
};

std::string words_about(const Json& certificate, bool has_run) {
  const char* what = has_run ? "run" : "proof";
  if (member_or(certificate, "checked", Json(false)) == true)
    return fmt::format("{} {}", what, has_run ? "replayed" : "re-checked");
  return fmt::format("{} not checked: {}", what, text_or(certificate, "reason", "no reason given"));
}

/// What it took to find the result and to check it; a portfolio's time has both in it.
std::optional<double> seconds_of(const Json& statistics) {
  const auto timer = [&](const char* name) -> std::optional<double> {
    const Json found = member_or(statistics, name, Json());
    return found.is_number() ? std::optional(found.get<double>()) : std::nullopt;
  };
  if (const auto all = timer("portfolio::time")) return all;
  const auto search = timer("time");
  if (!search) return {};
  return *search + timer("certify::time").value_or(0);
}

Result read_result(const Json& json) {
  Result result;
  const std::string verdict = text_or(json, "verdict", "");
  result.answer = verdict == "true"    ? Answer::holds
                  : verdict == "false" ? Answer::violated
                                       : Answer::unknown;
  result.property = text_or(json, "property", "");
  result.reason = text_or(json, "reason", "");
  result.run = member_or(json, "counterexample", Json());
  result.seconds = seconds_of(member_or(json, "statistics", Json::object()));
  if (result.answer != Answer::unknown)
    result.certificate =
        words_about(member_or(json, "certificate", Json::object()), result.run.is_object());
  return result;
}

/// The results in what a program wrote, which may have remarks in front and behind.
std::optional<std::vector<Result>> read_results(const std::string& output) {
  std::size_t begin = output.starts_with('{') ? 0 : output.find("\n{");
  if (begin == std::string::npos) return {};
  const std::size_t end = output.find("\n}", begin);
  if (end == std::string::npos) return {};
  const Json json = Json::parse(output.substr(begin, end + 2 - begin), nullptr, false);
  const Json list = member_or(json, "results", Json());
  if (!list.is_array()) return {};
  std::vector<Result> results;
  for (const Json& one : list) results.push_back(read_result(one));
  return results;
}

const char* word(Answer answer) {
  return answer == Answer::holds ? "true" : answer == Answer::violated ? "false" : "unknown";
}

Severity severity(Answer answer) {
  return answer == Answer::holds      ? Severity::information
         : answer == Answer::violated ? Severity::error
                                      : Severity::warning;
}

/// Makes verdicts of the results of one run.
class Assignment {
 public:
  Assignment(const Document& document, const DocumentIndex& index, const MarkedCheck& check)
      : document_(document), index_(index), check_(check), results_(places().size()) {}

  std::vector<Verdict> verdicts(const std::vector<Result>& results, double seconds) {
    for (const Result& result : results) results_[place_of(result.property)].push_back(result);
    std::vector<Verdict> verdicts;
    for (std::size_t i = 0; i < results_.size(); ++i)
      if (!results_[i].empty())
        verdicts.push_back(verdict(places()[i], results_[i], seconds));
      else
        verdicts.push_back(no_result(places()[i]));
    return verdicts;
  }

 private:
  std::vector<TextRange> places() const {
    std::vector<TextRange> result;
    for (const OwnProperty& property : check_.properties) result.push_back(property.range);
    if (result.empty()) result.push_back(check_.place);
    return result;
  }

  /// The first place is that of results that have none.
  std::size_t place_of(const std::string& name) const {
    for (std::size_t i = 0; i < check_.properties.size(); ++i) {
      const OwnProperty& property = check_.properties[i];
      const bool is_it = property.match == OwnProperty::Match::whole
                             ? name == property.name
                             : name.starts_with(property.name);
      if (is_it) return i;
    }
    return 0;
  }

  /// The worst of several is that of all.
  Verdict verdict(TextRange range, const std::vector<Result>& results, double seconds) const {
    Verdict verdict{Answer::holds, range, "", {}};
    std::size_t violated = 0;
    std::size_t unknown = 0;
    for (const Result& result : results) {
      if (result.answer == Answer::violated) ++violated;
      if (result.answer == Answer::unknown) ++unknown;
      if (results.size() == 1 || result.answer != Answer::holds)
        verdict.findings.push_back(finding(range, result));
    }
    if (violated > 0)
      verdict.answer = Answer::violated;
    else if (unknown > 0)
      verdict.answer = Answer::unknown;
    verdict.title =
        results.size() == 1
            ? title(results.front(), seconds)
            : fmt::format("{} of {} true{}{}", results.size() - violated - unknown, results.size(),
                          violated > 0 ? fmt::format(", {} false", violated) : "",
                          unknown > 0 ? fmt::format(", {} unknown", unknown) : "");
    if (verdict.findings.empty())
      verdict.findings.push_back(
          {Severity::information, document_.lines().range(range), verdict.title});
    return verdict;
  }

  Verdict no_result(TextRange range) const {
    const std::string said = "arges check gave no result for this";
    return {Answer::unknown,
            range,
            "unknown (no result)",
            {{Severity::warning, document_.lines().range(range), said}}};
  }

  static std::string title(const Result& result, double seconds) {
    if (result.answer == Answer::unknown) return fmt::format("unknown ({})", result.reason);
    return fmt::format("{}, {:.1f} s, {}", word(result.answer), result.seconds.value_or(seconds),
                       result.certificate);
  }

  Finding finding(TextRange range, const Result& result) const {
    Finding finding{severity(result.answer), document_.lines().range(range), ""};
    const std::string about = result.property.empty() ? check_.title : result.property;
    finding.message =
        result.answer == Answer::unknown
            ? fmt::format("{}: unknown ({})", about, result.reason)
            : fmt::format("{}: {}, {}", about, word(result.answer), result.certificate);
    if (result.run.is_object()) finding.related = places_of_run(document_, index_, result.run);
    return finding;
  }

  const Document& document_;
  const DocumentIndex& index_;
  const MarkedCheck& check_;
  std::vector<std::vector<Result>> results_;  ///< by places
};

/// What the program said instead of results, without paths and carets.
std::string first_words(const std::string& output) {
  constexpr std::string_view error = "error: ";
  const std::size_t found = output.find(error);
  const std::size_t begin = found == std::string::npos ? 0 : found + error.size();
  const std::string line = output.substr(begin, output.find('\n', begin) - begin);
  return line.starts_with("arges: ") ? line.substr(7) : line;
}

}  // namespace

std::vector<Verdict> unknown_verdicts(const Document& document, const MarkedCheck& check,
                                      const std::string& reason) {
  std::vector<Verdict> result;
  const auto add = [&](TextRange range, const std::string& name) {
    result.push_back({Answer::unknown,
                      range,
                      fmt::format("unknown ({})", reason),
                      {{Severity::warning, document.lines().range(range),
                        fmt::format("{}: unknown ({})", name, reason)}}});
  };
  for (const OwnProperty& property : check.properties) add(property.range, property.name);
  if (check.properties.empty()) add(check.place, check.title);
  return result;
}

std::vector<Verdict> verdicts_of(const Document& document, const DocumentIndex& index,
                                 const MarkedCheck& check, const std::string& output,
                                 double seconds) {
  const auto results = read_results(output);
  if (!results || results->empty()) {
    const std::string said = first_words(output);
    return unknown_verdicts(document, check,
                            said.empty() ? "arges check ended without a result" : said);
  }
  return Assignment(document, index, check).verdicts(*results, seconds);
}

}  // namespace arges::lsp
