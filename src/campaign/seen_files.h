#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace arges::campaign {

/// A file that a run depends on, with what it should be.
struct InputFile {
  std::string path;
  std::string digest;  ///< none if it should not be there
};

/// What files contain, read again only where size, time or place have changed since they were last.
class SeenFiles {
 public:
  /// Of what is there now; none for what is no file that can be read.
  const std::string& digest(const std::string& path);
  /// Who of some is not what it should be.
  std::optional<std::string> changed(const std::vector<InputFile>& files);

 private:
  /// What can be told of a file without reading it; zeros if it is not there.
  using Stamp = std::array<std::int64_t, 7>;
  struct Seen {
    Stamp stamp;
    std::string digest;
  };

  static Stamp stamp_of(const std::string& path);

  std::map<std::string, Seen> seen_;
};

}  // namespace arges::campaign
