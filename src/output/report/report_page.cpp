#include "output/report/report_page.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "output/json.h"
#include "output/xml_stream.h"

// The files' bytes, by the assembler: as texts of C++ they would take the compiler minutes.
__asm__(
    ".section .rodata\n"
    ".global arges_report_script\n.global arges_report_script_end\n"
    "arges_report_script:\n.incbin \"" ARGES_REPORT_BUNDLE
    "/report.js\"\n"
    "arges_report_script_end:\n"
    ".global arges_report_style\n.global arges_report_style_end\n"
    "arges_report_style:\n.incbin \"" ARGES_REPORT_BUNDLE
    "/report.css\"\n"
    "arges_report_style_end:\n"
    ".text\n");
extern "C" {
extern const char arges_report_script[];
extern const char arges_report_script_end[];
extern const char arges_report_style[];
extern const char arges_report_style_end[];
}

namespace arges::output {

std::string_view report_script() {
  return {arges_report_script,
          static_cast<std::size_t>(arges_report_script_end - arges_report_script)};
}

std::string_view report_style() {
  return {arges_report_style,
          static_cast<std::size_t>(arges_report_style_end - arges_report_style)};
}

namespace {

/// What is there to be read where scripts are off: the verdicts, and how to see more.
std::string without_script(const nlohmann::ordered_json& report) {
  std::string text = fmt::format("<h1>{}</h1>\n<ul>\n", xml_escaped(report.value("model", "")));
  for (const auto& result : report.value("results", nlohmann::ordered_json::array())) {
    const std::string verdict = result.value("verdict", "");
    text += fmt::format("<li>{}{}</li>\n", xml_escaped(result.value("property", "")),
                        verdict == "none" ? "" : ": " + verdict);
  }
  return text + fmt::format(
                    "</ul>\n<p>The runs and drawings of this report need a browser with "
                    "JavaScript. The same as text: <code>{}</code>, without "
                    "<code>--report</code>.</p>\n",
                    xml_escaped(report.value("command", "")));
}

}  // namespace

std::string report_page(const nlohmann::ordered_json& report) {
  const std::string title = xml_escaped(report.value("model", ""));
  const std::string data = dump_for_script(report);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
      "'unsafe-inline'; style-src 'unsafe-inline'\">\n"
      "<title>{} - arges</title>\n<style>{}</style>\n</head>\n<body>\n"
      "<div id=\"page\"><noscript>\n{}</noscript></div>\n"
      "<script type=\"application/json\" id=\"report-data\">{}</script>\n"
      "<script>{}</script>\n</body>\n</html>\n",
      title, report_style(), without_script(report), data, report_script());
}

}  // namespace arges::output
