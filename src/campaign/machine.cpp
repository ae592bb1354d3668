#include "campaign/machine.h"

#include <fstream>
#include <vector>

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace arges::campaign {

namespace {

/// As the kernel calls it; not all processors have such a name.
std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "";
}

Machine describe() {
  utsname system{};
  uname(&system);
  std::vector<std::string> parts;
  if (const std::string name = processor_name(); !name.empty()) parts.push_back(name);
  parts.push_back(fmt::format("{} cores", sysconf(_SC_NPROCESSORS_ONLN)));
  const double bytes =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  parts.push_back(fmt::format("{:.0f} MB of memory", bytes / 1e6));
  parts.push_back(fmt::format("{} {}", system.sysname, system.release));
  return {system.nodename, fmt::format("{}", fmt::join(parts, ", "))};
}

}  // namespace

const Machine& this_machine() {
  static const Machine result = describe();
  return result;
}

}  // namespace arges::campaign
