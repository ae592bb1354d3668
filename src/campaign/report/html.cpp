#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "base/counted.h"
#include "campaign/report/differences.h"
#include "campaign/report/page_data.h"
#include "campaign/report/page_files.h"
#include "campaign/report/report.h"
#include "campaign/report/tables.h"
#include "campaign/report/tally.h"
#include "output/xml_stream.h"

namespace arges::campaign {

namespace {

using output::add_element;
using pugi::xml_node;

/// How a table's cells are set.
enum class Cells : std::uint8_t { figures, words };

void add_text(xml_node to, std::string_view text) {
  to.append_child(pugi::node_pcdata).set_value(output::xml_text(text).c_str());
}

/// A section of the page with its heading and an entry in the list of contents.
xml_node add_section(xml_node body, const char* id, const char* title) {
  add_element(body.child("nav"), "a", {{"href", fmt::format("#{}", id)}}, title);
  add_text(body.child("nav"), "\n");
  const xml_node section = add_element(body.child("main"), "section", {{"id", id}});
  add_element(section, "h2", {}, title);
  add_text(section, "\n");
  return section;
}

/// A table that scrolls by itself where the window is narrow; the keyboard reaches it too.
xml_node add_wide_table(xml_node to, const char* label, Cells cells) {
  const xml_node wide = add_element(
      to, "div", {{"class", "wide"}, {"role", "region"}, {"tabindex", "0"}, {"aria-label", label}});
  add_text(to, "\n");
  return add_element(wide, "table", {{"class", cells == Cells::figures ? "figures" : "words"}});
}

xml_node add_heading(xml_node table, const std::vector<std::string>& cells) {
  const xml_node row = add_element(add_element(table, "thead"), "tr");
  for (const std::string& cell : cells) add_element(row, "th", {{"scope", "col"}}, cell);
  add_text(table, "\n");
  return add_element(table, "tbody");
}

void add_table(xml_node to, const TextTable& content, const char* label,
               Cells cells = Cells::figures) {
  const xml_node table = add_wide_table(to, label, cells);
  const xml_node body = add_heading(table, content.heading);
  for (const std::vector<std::string>& cells_of_row : content.rows) {
    const xml_node row = add_element(body, "tr");
    for (std::size_t i = 0; i < cells_of_row.size(); ++i) {
      if (i == 0)
        add_element(row, "th", {{"scope", "row"}}, cells_of_row[i]);
      else
        add_element(row, "td", {{"class", cells == Cells::figures ? "figure" : "word"}},
                    cells_of_row[i]);
    }
    add_text(body, "\n");
  }
}

void add_header(xml_node body, const Results& results) {
  const xml_node header = body.child("header");
  add_element(header, "h1", {}, fmt::format("Campaign {}", results.name));
  add_element(header, "p", {}, size_text(results) + ".");
  if (!results.is_complete())
    add_element(header, "p", {{"class", "bad"}}, incompleteness_text(results));
  if (results.facts.empty()) return;
  const xml_node facts = add_element(header, "dl");
  for (const auto& [name, value] : results.facts) {
    const xml_node fact = add_element(facts, "div");
    add_element(fact, "dt", {}, name);
    add_element(fact, "dd", {}, value);
  }
}

void add_summary(xml_node body, const Results& results) {
  const xml_node section = add_section(body, "summary", "Summary");
  add_table(section, summary_table(results), "Summary by configuration");
  const std::vector<RunPlace> wrong = wrong_answers(results);
  const std::vector<std::size_t> disputed = disputed_tasks(results);
  add_element(section, "p", {{"class", wrong.empty() ? "good" : "bad"}},
              wrong.empty() ? "No answer is known to be wrong."
                            : counted(wrong.size(), "wrong answer") + ":");
  if (!wrong.empty()) {
    const xml_node list = add_element(section, "ul", {{"class", "bad"}});
    for (const RunPlace& run : wrong) add_element(list, "li", {}, wrong_text(results, run));
  }
  if (disputed.empty()) return;
  add_element(section, "p", {{"class", "bad"}},
              "Contradictions, where nobody knows the answer; none of these counts as solved:");
  const xml_node list = add_element(section, "ul", {{"class", "bad"}});
  for (const std::size_t task : disputed) add_element(list, "li", {}, dispute_text(results, task));
}

/// Solved of all, time and wrong answers; the share of the solved is the colour.
void add_heat_cell(xml_node row, const Tally& tally) {
  const double share =
      tally.runs == 0 ? 0 : static_cast<double>(tally.solved()) / static_cast<double>(tally.runs);
  const xml_node cell =
      add_element(row, "td", {{"class", "heat"}, {"style", fmt::format("--share:{:.3f}", share)}});
  add_element(cell, "b", {}, fmt::format("{}/{}", tally.solved(), tally.runs));
  add_text(cell, " ");
  add_element(cell, "small", {}, fmt::format("{} s", seconds_text(tally.solved_seconds)));
  if (tally.wrong > 0) {
    add_text(cell, " ");
    add_element(cell, "small", {{"class", "bad"}}, fmt::format("{} wrong", tally.wrong));
  }
}

void add_families(xml_node body, const Results& results) {
  const xml_node section = add_section(body, "families", "Families");
  add_element(section, "p", {},
              "How many tasks of a family a configuration solved, and the CPU time of these; the "
              "fuller the colour, the larger the share. Solved is what is correct, and unconfirmed "
              "answers that no configuration contradicts.");
  std::vector<std::string> heading{"family"};
  for (const Results::Column& column : results.columns) heading.push_back(column.name);
  const xml_node rows =
      add_heading(add_wide_table(section, "Families by configuration", Cells::figures), heading);
  for (const Family& family : families_of(results)) {
    const xml_node row = add_element(rows, "tr");
    add_element(row, "th", {{"scope", "row"}}, family.name.empty() ? "(none)" : family.name);
    for (std::size_t column = 0; column < results.columns.size(); ++column)
      add_heat_cell(row, tally_of(results, column, family));
    add_text(rows, "\n");
  }
}

/// Places that the script fills.
void add_plots(xml_node body, const Results& results) {
  add_element(add_section(body, "quantiles", "Quantile plot"), "div", {{"id", "quantile-plot"}});
  if (results.columns.size() < 2) return;
  add_element(add_section(body, "pair", "Two configurations"), "div", {{"id", "pair-plot"}});
}

void add_changes(xml_node body, const Results& results, const Results& earlier,
                 const Differences& found) {
  const xml_node section = add_section(body, "changes", "Differences to an earlier campaign");
  std::string text;
  for (const std::string& remark : remarks(found, results, earlier)) text += remark + " ";
  add_element(section, "p", {}, text);
  add_table(section, differences_table(results, found), "Differences by configuration");
  add_element(section, "div", {{"id", "changes-table"}});
}

void add_configurations(xml_node body, const Results& results) {
  TextTable table{.heading = {"configuration", "version", "command"}};
  for (const Results::Column& column : results.columns)
    table.rows.push_back({column.name, column.version, column.command});
  add_table(add_section(body, "configurations", "Configurations"), table, "Configurations",
            Cells::words);
}

std::string to_html(xml_node element) {
  std::ostringstream text;
  // Of elements, HTML knows only a few that have no end.
  element.print(text, "", pugi::format_raw | pugi::format_no_empty_element_tags,
                pugi::encoding_utf8);
  return text.str();
}

}  // namespace

std::string html_report(const Results& results, const Results* earlier) {
  std::optional<Differences> found;
  if (earlier != nullptr) found = differences(results, *earlier);
  pugi::xml_document document;
  const xml_node body = document.append_child("body");
  for (const char* part : {"header", "nav", "main"}) add_element(body, part);
  body.child("nav").append_attribute("aria-label") = "Contents";
  add_header(body, results);
  add_summary(body, results);
  add_families(body, results);
  add_element(body.child("main"), "noscript", {}, "Plots and the table of runs need JavaScript.");
  add_plots(body, results);
  if (found) add_changes(body, results, *earlier, *found);
  add_element(add_section(body, "runs", "Runs"), "div", {{"id", "runs-table"}});
  add_configurations(body, results);
  pugi::xml_document title;
  add_text(title.append_child("title"), fmt::format("{}: campaign", results.name));

  std::string page = to_html(body);
  page.resize(page.rfind("</body>"));
  // The policy says that nothing is loaded: no text of a tool can make the page fetch anything.
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
      "{}\n<style>\n{}</style>\n</head>\n{}\n"
      "<script type=\"application/json\" id=\"data\">{}</script>\n"
      "<script>\n\"use strict\";\n(() => {{\n{}}})();\n</script>\n</body>\n</html>\n",
      to_html(title.document_element()), page_style, page,
      page_data(results, found ? &*found : nullptr), page_script);
}

}  // namespace arges::campaign
