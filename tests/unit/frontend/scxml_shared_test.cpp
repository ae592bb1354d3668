// Documents of others: each loads and does what is said of it, or is refused for a reason that
// docs/scxml.md has. Skipped where the data is absent.
#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "frontend/scxml/scxml_parser.h"
#include "model/statechart/simulation.h"
#include "support/shared_data.h"

namespace arges::frontend {
namespace {

using model::statechart::Simulation;
using model::statechart::System;
using Names = std::vector<std::string>;

/// What documents are refused for: the beginning of the message, or all of it but what is quoted.
constexpr std::array<std::string_view, 31> reasons = {
    "<invoke> is not supported",
    "<script> is not supported",
    "<data> from a file is not supported",
    "<send> by HTTP is not supported",
    "<send> without an event is not supported",
    "<send> to another machine is not supported where",
    "'idlocation' of <send> is not supported",
    "'targetexpr' that is not a string literal",
    "which strings 'Var1' may have here can't be told",
    "there is no target 'baz'",
    "XML as <data> is not supported",
    "XML as a value is not supported",
    "XML as <content> is not supported",
    "late binding of data inside of a state is not supported",
    "a decimal number or a member of an expression",
    "the ECMAScript operator 'typeof'",
    "the ECMAScript operator 'in'",
    "the ECMAScript operator 'instanceof'",
    "the ECMAScript word 'return'",
    "the ECMAScript word 'function'",
    "an ECMAScript object",
    "the system variable '_sessionid'",
    "the system variable '_ioprocessors'",
    "'_event' is not supported",
    "'_event.origintype' is not supported",
    "'_event.sendid' is not supported",
    "'_name' can't be assigned to",
    "'foo.bar.baz', a member of an ECMAScript object",
    "no event that may be current here carries 'productName'",
    "'foo' is not declared",
    "this string does not end",
};

/// Why the document is refused; "" if it is not.
template <typename Read>
std::string refusal(const Read& read) {
  try {
    read();
  } catch (const InputError& error) {
    const std::string& message = error.diagnostics().front().message;
    for (const std::string_view reason : reasons)
      if (message.starts_with(reason)) return std::string(reason);
    return "not in the list: " + message;
  }
  return "";
}

/// How many files there are for each reason; "" for those that load.
using Table = std::map<std::string, std::size_t>;

void print(const std::string& group, const Table& table) {
  std::printf("%s\n", group.c_str());
  for (const auto& [reason, files] : table)
    std::printf("%5zu  %s\n", files, reason.empty() ? "load" : reason.c_str());
}

/// Checks that whatever was refused was so for a reason that is known.
void expect_known(const Table& table) {
  for (const auto& [reason, files] : table)
    EXPECT_FALSE(reason.starts_with("not in the list")) << reason;
}

/// The script of a document. One has another expectation for Appendix D, where leaving a region for
/// itself leaves the whole <parallel>.
nlohmann::json script_of(const std::filesystem::path& document) {
  std::filesystem::path path = document;
  std::ifstream file(path.replace_extension(".json"));
  const nlohmann::json script = nlohmann::json::parse(file);
  const bool is_other =
      document.parent_path().filename() == "more-parallel" && document.stem() == "test10";
  return is_other ? script.at("legacySemantics") : script;
}

Names sorted(Names names) {
  std::sort(names.begin(), names.end());
  return names;
}

/// Sends the events of a script and compares the configurations.
void follow(const std::string& path, const nlohmann::json& script) {
  ir::Context context;
  ScxmlOptions options{{}, ScxmlRules::lenient};
  for (const nlohmann::json& entry : script.at("events"))
    options.further_events.push_back(entry.at("event").at("name"));
  const System system = parse_scxml(context, read_source(path), options);
  Simulation simulation(context, system);
  EXPECT_EQ(simulation.start().configuration,
            sorted(script.at("initialConfiguration").get<Names>()))
      << path;
  for (const nlohmann::json& entry : script.at("events")) {
    if (simulation.has_ended()) break;
    if (entry.contains("after") && system.time_step != 0) {
      const std::int64_t after = entry.at("after");
      simulation.advance(after - after % system.time_step);
    }
    const std::string name = entry.at("event").at("name");
    EXPECT_EQ(simulation.send(name).configuration,
              sorted(entry.at("nextConfiguration").get<Names>()))
        << path << " after " << name;
  }
}

TEST(ScxmlShared, ScionFollowsItsScripts) {
  const auto files = test::shared_files("scxml/scion", {".scxml"});
  if (files.empty()) GTEST_SKIP() << "no " << test::shared_data();
  Table table;
  for (const std::string& path : files) {
    const std::filesystem::path file = path;
    if (file.parent_path().filename() == "w3c-ecma") continue;
    std::filesystem::path script = file;
    if (!std::filesystem::exists(script.replace_extension(".json"))) continue;
    ++table[refusal([&] { follow(path, script_of(file)); })];
  }
  print("scion", table);
  expect_known(table);
  EXPECT_EQ(table[""], 87U);
}

/// Where a W3C test ends, all timers being due.
std::string result_of(const std::string& path) {
  ir::Context context;
  const System system = parse_scxml(context, read_source(path), {{}, ScxmlRules::lenient});
  Simulation simulation(context, system);
  Names configuration = simulation.start().configuration;
  for (int step = 0; step < 60 && !simulation.has_ended() && system.time_step != 0; ++step)
    configuration = simulation.advance(system.time_step).configuration;
  if (simulation.state().problem != model::statechart::Problem::nothing)
    return describe(simulation.state().problem);
  return configuration.size() == 1 ? configuration.front() : "";
}

/// The mandatory tests that need nobody to look at them.
std::set<std::string> automatic_tests() {
  std::set<std::string> result;
  std::ifstream manifest(test::shared_data() / "scxml" / "irp" / "manifest.csv");
  for (std::string line; std::getline(manifest, line);)
    if (line.find(",mandatory,false,") != std::string::npos)
      result.insert(line.substr(0, line.find(',')));
  return result;
}

TEST(ScxmlShared, W3cTestsPass) {
  const auto files = test::shared_files("scxml/irp/ecma", {".scxml"});
  if (files.empty()) GTEST_SKIP() << "no " << test::shared_data();
  const std::set<std::string> automatic = automatic_tests();
  Table table;
  for (const std::string& path : files)
    if (automatic.contains(std::filesystem::path(path).stem().string()))
      ++table[refusal([&] { EXPECT_EQ(result_of(path), "pass") << path; })];
  print("W3C, automatic and mandatory", table);
  expect_known(table);
  EXPECT_GE(table[""], 56U);
}

TEST(ScxmlShared, W3cTestsOfScionPass) {
  const auto files = test::shared_files("scxml/scion/w3c-ecma", {".scxml"});
  if (files.empty()) GTEST_SKIP() << "no " << test::shared_data();
  Table table;
  for (const std::string& path : files) {
    if (path.find("sub") != std::string::npos) continue;
    // This one sends a delayed event again while it is still to come.
    const bool is_limit = path.find("test580") != std::string::npos;
    const std::string expected =
        is_limit ? describe(model::statechart::Problem::timer_running) : "pass";
    ++table[refusal([&] { EXPECT_EQ(result_of(path), expected) << path; })];
  }
  print("W3C, as scion has them", table);
  expect_known(table);
  EXPECT_GE(table[""], 55U);
}

}  // namespace
}  // namespace arges::frontend
