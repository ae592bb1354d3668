#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "support/scxml_text.h"
#include "support/shared_data.h"

namespace arges::frontend {
namespace {

using model::statechart::Component;
using model::statechart::Direction;
using model::statechart::Simulation;
using model::statechart::System;

System example(ir::Context& context, const std::string& name) {
  return parse_scxml(context, read_source((test::source_root() / "examples" / name).string()));
}

TEST(ScxmlExamples, Door) {
  ir::Context context;
  const System system = example(context, "door.scxml");
  EXPECT_TRUE(system.warnings.empty());
  EXPECT_EQ(system.name, "door");
  Simulation simulation(context, system);
  using Names = std::vector<std::string>;
  EXPECT_EQ(simulation.start().configuration, (Names{"closed", "dark"}));
  EXPECT_EQ(simulation.send("person").configuration, (Names{"lit", "open"}));
  EXPECT_EQ(simulation.send("power.off").configuration, Names{"blackout"});
  EXPECT_EQ(simulation.send("power.on").configuration, (Names{"lit", "open"}));
  EXPECT_TRUE(simulation.state().failed.empty());
}

TEST(ScxmlExamples, Gate) {
  ir::Context context;
  const System system = example(context, "gate.system.scxml");
  EXPECT_TRUE(system.warnings.empty());
  EXPECT_EQ(system.name, "gate");
  EXPECT_EQ(system.time_step, 3000U);
  EXPECT_EQ(system.root().kind, Component::Kind::asynchronous);
  ASSERT_EQ(system.machines.size(), 2U);
  EXPECT_EQ(system.machines[1].name, "barrier");
  ASSERT_EQ(system.root().channels.size(), 2U);
  for (const auto& channel : system.root().channels) {
    const auto& from = system.machines[channel.from.machine].events[channel.from.event];
    const auto& to = system.machines[channel.to.machine].events[channel.to.event];
    EXPECT_EQ(from.direction, Direction::output);
    EXPECT_EQ(to.direction, Direction::input);
    EXPECT_FALSE(to.is_environment);
    ASSERT_EQ(from.parameters.size(), to.parameters.size());
  }
  Simulation simulation(context, system);
  using Names = std::vector<std::string>;
  EXPECT_EQ(simulation.start().configuration, (Names{"barrier.down", "reader.waiting"}));
  EXPECT_EQ(simulation.send("ticket", {ir::Value::small(2)}).configuration,
            (Names{"barrier.up", "reader.busy"}));
  EXPECT_EQ(simulation.send("car").configuration, (Names{"barrier.up", "reader.busy"}));
  EXPECT_EQ(simulation.send("car").configuration, (Names{"barrier.down", "reader.waiting"}));
  simulation.send("ticket", {ir::Value::small(1)});
  EXPECT_EQ(simulation.advance(3000).configuration, (Names{"barrier.down", "reader.waiting"}));
}

/// The complaints about a system of two machines, whose file has this in its third line.
std::string errors(const std::string& rest) {
  const auto folder = std::filesystem::temp_directory_path() / "arges-scxml-system-test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "m.scxml") << test::scxml(
      "<state id='s'><onentry><send event='x' type='bus'/></onentry><transition "
      "event='y'/></state>");
  std::ofstream(folder / "wrong.scxml") << test::scxml("\n<state id='s' initial='t'/>");
  const auto source =
      std::make_shared<const SourceText>((folder / "all.scxml").string(),
                                         "<a:system xmlns:a='https://arges.dev/statechart'>\n"
                                         "<a:machine id='m' src='m.scxml'/>\n" +
                                             rest + "</a:system>");
  const std::string result = test::errors_of([&] {
    ir::Context context;
    parse_scxml(context, source);
  });
  std::filesystem::remove_all(folder);
  return result;
}

TEST(ScxmlSystem, Errors) {
  EXPECT_EQ(errors(""), "");
  EXPECT_EQ(errors("<a:machine id='m' src='m.scxml'/>"), "3:16: the machine 'm' is given twice\n");
  EXPECT_EQ(errors("<a:machine id='n'/><b/>"),
            "3:1: <a:machine> needs the attributes 'id' and 'src'\n"
            "3:20: <b> has no place inside of <a:system>\n");
  EXPECT_EQ(errors("<a:machine id='n' src='wrong.scxml'/>"),
            "2:24: 's' has no states inside, so none is the initial one\n");
  EXPECT_NE(errors("<a:machine id='n' src='absent.scxml'/>").find("3:24: "), std::string::npos);
  EXPECT_EQ(errors("<a:channel from='m' event='y' to='k'/>"),
            "3:35: the system has no machine 'k'\n");
  EXPECT_EQ(errors("<a:channel from='m' event='z' to='m' as='y'/>"),
            "3:28: 'm' sends no event 'z' to the outside (a <send> with a target or a type of its "
            "own does)\n");
  EXPECT_EQ(errors("<a:channel from='m' event='x' to='m' as='y'/>"), "");
}

}  // namespace
}  // namespace arges::frontend
