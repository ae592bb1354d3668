#pragma once

#include <string>
#include <string_view>

namespace arges::syntax {

/// Finds the known name that a mistyped one most likely meant, by edit distance.
class Suggestion {
 public:
  explicit Suggestion(std::string_view mistyped);

  void consider(std::string_view known);
  /// The nearest name considered (of equally near ones the first by alphabet), or "".
  const std::string& best() const { return best_; }
  /// "did you mean 'x'?", or "".
  std::string hint() const;

 private:
  std::string mistyped_;
  std::string best_;
  std::size_t best_distance_;  ///< larger ones do not count
};

}  // namespace arges::syntax
