#pragma once

#include <cstdint>
#include <string>

#include "campaign/verdict.h"

namespace arges::campaign {

/// What is asked about a model.
struct Question {
  enum class Kind : std::uint8_t {
    own,   ///< what the model itself asks
    file,  ///< what a property file says
    text,  ///< a property in words: an expression, a name, a sentence
    ltl,   ///< a temporal formula
  };
  Kind kind = Kind::own;
  std::string text = {};  ///< the path of the file, or what is asked

  friend bool operator==(const Question&, const Question&) = default;
};

/// What a task definition alone asks is in a file, too.
inline bool names_file(const Question& question) {
  return question.kind == Question::Kind::file ||
         (question.kind == Question::Kind::own && !question.text.empty());
}

/// A question with a known answer, or one that nobody knows.
struct Task {
  std::string name;    ///< in its set there is only one of that name
  std::string family;  ///< what reports put together
  std::string model;   ///< the file that arges reads: a task definition, or the model
  std::string input;   ///< the model or program itself, for other tools
  Question question = {};
  Expected expected = {};

  friend bool operator==(const Task&, const Task&) = default;
};

/// Whether two ask the same, and know different answers.
inline bool differs_in_answer(Task one, const Task& other) {
  const bool differs = one.expected != other.expected;
  one.expected = other.expected;
  return differs && one == other;
}

}  // namespace arges::campaign
