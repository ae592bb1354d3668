#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <sys/types.h>

namespace arges::campaign {

/// A control group of the kernel (cgroup v2) for one run: all its processes are in it, whatever
/// they do. Where the kernel or the rights do not allow as much, less is done, or there is none.
class ControlGroup {
 public:
  /// The folder of the group that this process was started in; nothing if the kernel has none.
  static std::optional<std::filesystem::path> own_folder();
  class Room;
  /// Below that of another; nothing if none can be made.
  static std::optional<ControlGroup> make(const std::filesystem::path& parent,
                                          const std::string& name);
  ControlGroup(ControlGroup&& other) noexcept;
  ControlGroup& operator=(ControlGroup&& other) noexcept;
  ~ControlGroup();

  /// Lets the kernel end what uses more; false if it does not do that here.
  bool limit_memory(std::uint64_t bytes) const;
  [[nodiscard]] bool add(pid_t process) const;
  void kill_all() const;
  std::optional<double> cpu_seconds() const;
  std::optional<std::uint64_t> peak_bytes() const;
  /// Whether the kernel ended something as there was too little memory.
  bool ran_out_of_memory() const;

 private:
  explicit ControlGroup(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path folder_;  ///< empty once moved from
};

/// While it lives, this process is out of its own group, in one below, where the kernel limits the
/// memory of groups beside it only then: a group that shares out memory must have no processes
/// itself. Does nothing where that is not needed, or does not help.
class ControlGroup::Room {
 public:
  explicit Room(const std::filesystem::path& own);
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  ~Room();

 private:
  void give_back();
  std::filesystem::path own_;  ///< empty if this process has not moved
};

}  // namespace arges::campaign
