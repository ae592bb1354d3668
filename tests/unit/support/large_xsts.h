#pragma once

#include <string>

namespace arges::test {

/// An XSTS model of about so many lines, in the manner of generated statecharts: enumerations,
/// control variables, events, guarded branches.
inline std::string large_xsts(int lines) {
  const int machines = lines / 37 + 1;
  std::string types;
  std::string variables;
  std::string trans = "trans {\n";
  std::string env = "env {\n";
  for (int m = 0; m < machines; ++m) {
    const std::string id = std::to_string(m);
    types += "type Region_" + id + " : { __Inactive__, Idle, Busy, Failed }\n";
    variables += "ctrl var region_" + id + " : Region_" + id + " = __Inactive__\nvar event_In_" +
                 id + " : boolean = false\nvar signal_Out_" + id +
                 " : boolean = false\nvar timeout_" + id + " : integer = 0\n";
    trans += "\tchoice {\n";
    const char* const states[] = {"Idle", "Busy", "Failed"};
    for (int s = 0; s < 3; ++s) {
      const std::string from = states[s];
      const std::string to = states[(s + 1) % 3];
      trans += "\t\tassume ((!(((region_" + id + " == " + from + ") && (event_In_" + id +
               " == false)))) && ((region_" + id + " == " + from + ") && (500 <= timeout_" + id +
               ")));\n\t\tregion_" + id + " := " + to + ";\n\t\ttimeout_" + id + " := if timeout_" +
               id + " < 1000 then timeout_" + id + " + 500 else timeout_" + id +
               ";\n\t\tif (region_" + id + " == " + to + ") {\n\t\t\tlocal var next_" + id +
               " : integer = timeout_" + id + " * 2 - 1;\n\t\t\ttimeout_" + id + " := next_" + id +
               " % 7;\n\t\t\tsignal_Out_" + id + " := true;\n\t\t}\n\t} or {\n";
    }
    trans += "\t\tassume region_" + id + " != Region_" + id + ".Busy;\n\t}\n";
    env += "\thavoc event_In_" + id + ";\n\tsignal_Out_" + id + " := false;\n";
  }
  return types + variables + trans + "}\ninit {}\n" + env + "}\nprop { timeout_0 >= -1 }\n";
}

}  // namespace arges::test
