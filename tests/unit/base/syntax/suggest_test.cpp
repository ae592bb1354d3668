#include "base/syntax/suggest.h"

#include <gtest/gtest.h>

namespace arges::syntax {
namespace {

std::string nearest(const std::string& mistyped, std::initializer_list<const char*> known) {
  Suggestion suggestion(mistyped);
  for (const char* name : known) suggestion.consider(name);
  return suggestion.best();
}

TEST(Suggestion, FindsTheNearest) {
  EXPECT_EQ(nearest("conter", {"center", "counter", "x"}), "center") << "equally near: by alphabet";
  EXPECT_EQ(nearest("countre", {"count", "counter"}), "counter") << "swapped letters are one edit";
  EXPECT_EQ(nearest("tempretaure", {"temperature"}), "temperature");
}

TEST(Suggestion, SaysNothingWhenNothingIsNear) {
  EXPECT_EQ(nearest("speed", {"x", "light", "altitude"}), "");
  EXPECT_EQ(nearest("x", {"y", "z"}), "");
  EXPECT_EQ(nearest(std::string(1000, 'a'), {"a"}), "");
}

}  // namespace
}  // namespace arges::syntax
