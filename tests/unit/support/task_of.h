#pragma once

#include <memory>
#include <string>

#include "engine/task.h"

namespace arges::test {

/// What asks for a model of this name (whose ending counts) and text.
inline engine::LoadRequest request_for(const std::string& name, const std::string& text) {
  engine::LoadRequest request;
  request.path = name;
  request.text = std::make_shared<const SourceText>(name, text);
  return request;
}

/// A loop that counts to ten in steps of two; 7 is never met.
inline constexpr const char* counts_by_two = R"(main process p {
  var x : int
  init loc A
  loc B
  error loc E
  A -> B { x := 0 }
  B -> B { assume x < 10  x := x + 2 }
  B -> E { assume x = 7 }
})";

/// The same, and 8 is met.
inline constexpr const char* counts_to_eight = R"(main process p {
  var x : int
  init loc A
  loc B
  error loc E
  A -> B { x := 0 }
  B -> B { assume x < 10  x := x + 2 }
  B -> E { assume x = 8 }
})";

}  // namespace arges::test
