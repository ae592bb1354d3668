#include <algorithm>

#include <fmt/format.h>

#include "output/coverage_report.h"
#include "output/trace_formats.h"
#include "output/xml_stream.h"

namespace arges::output {

namespace {

using Status = GoalResult::Status;

/// With more traces a matrix is too wide to be read, and the traces are listed instead.
constexpr std::size_t widest_matrix = 60;

constexpr const char* page_head = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{0}: coverage</title>
<style>
:root{{color-scheme:light dark;--line:#d0d7de;--soft:#f6f8fa;--good:#1a7f37;--bad:#b62324;--dull:#59636e}}
@media(prefers-color-scheme:dark){{:root{{--line:#3d444d;--soft:#161b22;--good:#3fb950;--bad:#ff7b72;--dull:#9198a1}}}}
body{{font:15px/1.5 system-ui,sans-serif;margin:2em auto;padding:0 1em;max-width:75em}}
table{{border-collapse:collapse;margin:.5em 0}}
td,th{{border:1px solid var(--line);padding:.2em .6em;text-align:left;vertical-align:top}}
th{{background:var(--soft)}}
.number{{text-align:right}}
.wide{{overflow-x:auto}}
.matrix td,.matrix th{{padding:.15em .45em}}
.matrix .goal{{position:sticky;left:0;background:var(--soft);font-weight:normal;white-space:nowrap}}
.covered{{color:var(--good)}}.unknown{{color:var(--bad)}}.infeasible{{color:var(--dull)}}
.mark{{text-align:center;color:var(--good)}}
code,pre{{font:13px ui-monospace,monospace}}
pre{{background:var(--soft);padding:.6em;overflow-x:auto}}
summary{{cursor:pointer}}
</style>
<h1>Coverage of <code>{0}</code></h1>
)";

void write_summary(const TraceSet& set, const Sink& sink) {
  sink(fmt::format("<p>{} trace{}. Full coverage of the state space: {}.", set.size,
                   set.size == 1 ? "" : "s", set.coverage_word()));
  if (!set.why_incomplete.empty())
    sink(fmt::format(" <strong class=\"unknown\">Traces may be missing: {}.</strong>",
                     xml_escaped(set.why_incomplete)));
  sink(
      "</p>\n<table>\n<tr><th>criterion<th>goals<th>covered<th>infeasible<th>unknown<th>of what is "
      "feasible</tr>\n");
  for (const CriterionResult& one : set.criteria) {
    const std::size_t covered = one.count(Status::covered);
    const std::size_t infeasible = one.count(Status::infeasible);
    const std::size_t feasible = one.goals.size() - infeasible;
    sink(fmt::format(
        "<tr><td><a href=\"#{0}\">{0}</a><td class=\"number\">{1}<td class=\"number "
        "covered\">{2}<td class=\"number infeasible\">{3}<td class=\"number "
        "unknown\">{4}<td><meter max=\"{5}\" value=\"{2}\">{2} of {6}</meter> {2} of {6}</tr>\n",
        xml_escaped(one.name), one.goals.size(), covered, infeasible, one.count(Status::unknown),
        std::max<std::size_t>(feasible, 1), feasible));
  }
  sink("</table>\n");
}

void write_uncovered(const TraceSet& set, const Sink& sink) {
  sink(
      "<h2>Not "
      "covered</h2>\n<table>\n<tr><th>criterion<th>goal<th>status<th>reason<th>place</tr>\n");
  bool any = false;
  for (const CriterionResult& criterion : set.criteria)
    for (const GoalResult& goal : criterion.goals) {
      if (goal.status == Status::covered) continue;
      any = true;
      sink(fmt::format("<tr><td>{0}<td>{1}<td class=\"{2}\">{2}<td>{3}<td><code>{4}</code></tr>\n",
                       xml_escaped(criterion.name), xml_escaped(goal.name), to_string(goal.status),
                       xml_escaped(goal_reason(goal)), xml_escaped(goal.position.to_string())));
    }
  if (!any) sink("<tr><td colspan=\"5\" class=\"covered\">Every goal is covered.</tr>\n");
  sink("</table>\n");
}

void write_list(const CriterionResult& criterion, const Sink& sink) {
  sink("<table>\n<tr><th>goal<th>traces</tr>\n");
  for (const GoalResult& goal : criterion.goals)
    sink(fmt::format("<tr><td>{}<td class=\"{}\">{}</tr>\n", xml_escaped(goal.name),
                     to_string(goal.status),
                     goal.traces.empty() ? to_string(goal.status) : ranges_text(goal.traces)));
  sink("</table>\n");
}

void write_matrix(const TraceSet& set, const CriterionResult& criterion, const Sink& sink) {
  sink("<div class=\"wide\">\n<table class=\"matrix\">\n<tr><th class=\"goal\">goal");
  for (std::size_t i = 0; i < set.size; ++i)
    sink(fmt::format("<th><a href=\"#trace-{0}\">{0}</a>", i + 1));
  sink("</tr>\n");
  for (const GoalResult& goal : criterion.goals) {
    sink(fmt::format("<tr><th class=\"goal {}\">{}", to_string(goal.status),
                     xml_escaped(goal.name)));
    auto next = goal.traces.begin();
    for (std::size_t i = 0; i < set.size; ++i) {
      const bool is_covered = next != goal.traces.end() && *next == i;
      sink(is_covered ? "<td class=\"mark\">&#9679;" : "<td>");
      if (is_covered) ++next;
    }
    sink("</tr>\n");
  }
  sink("</table>\n</div>\n");
}

void write_traces(const TraceSet& set, const Sink& sink) {
  sink("<h2>Traces</h2>\n");
  const std::vector<TraceShare> shares = shares_of(set);
  for (std::size_t i = 0; i < set.size; ++i) {
    const ToldTrace steps = set.told(i);
    sink(fmt::format(
        "<details id=\"trace-{0}\"><summary>{0}: <code>{1}</code> ({2} goals, {3} of them by no "
        "other trace)</summary>\n<pre>{4}</pre></details>\n",
        i + 1, xml_escaped(brief(steps)), shares[i].goals, shares[i].alone,
        xml_escaped(steps_text(set, steps))));
  }
}

}  // namespace

void write_coverage_html(const TraceSet& set, const Sink& sink) {
  sink(fmt::format(page_head, xml_escaped(set.model)));
  write_summary(set, sink);
  write_uncovered(set, sink);
  for (const CriterionResult& criterion : set.criteria) {
    sink(fmt::format("<h2 id=\"{0}\">{0}: which trace covers what</h2>\n",
                     xml_escaped(criterion.name)));
    if (set.size > widest_matrix)
      write_list(criterion, sink);
    else
      write_matrix(set, criterion, sink);
  }
  write_traces(set, sink);
  sink("</html>\n");
}

}  // namespace arges::output
