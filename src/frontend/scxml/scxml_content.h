#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/limits.h"
#include "frontend/scxml/scxml_document.h"
#include "frontend/scxml/scxml_expressions.h"
#include "model/statechart/system.h"

namespace arges::frontend::scxml {

/// A value as a document gives it: an expression, or text that stands for itself.
struct Operand {
  const Expression* expression = nullptr;
  std::optional<std::string> string = {};
  bool fails = false;      ///< there is no value, but an error at run time
  bool is_object = false;  ///< which nothing here can use
  SourceLocation location = {};

  explicit operator bool() const {
    return expression != nullptr || string.has_value() || is_object;
  }
};

/// Executable content as it is written, before its names mean anything.
struct Item {
  enum class Kind : std::uint8_t {
    raise,
    cancel,
    assign,
    log,
    branch,
    foreach,
    assertion,
    failure,   ///< raises error.execution and ends the block
    deferred,  ///< to be read again once the values of a variable are known
  };
  struct Argument {
    std::string name;
    Operand value;
  };
  struct Clause {
    const Expression* condition = nullptr;  ///< of an else: null
    std::vector<Item> body = {};
    SourceLocation location = {};
  };
  Kind kind = Kind::raise;
  SourceLocation location = {};
  std::uint32_t block = 0;  ///< items of one block, which an error ends, have the same number
  // raise:
  std::string event = {};
  model::statechart::Direction direction = model::statechart::Direction::internal;
  std::string target = {};  ///< of an output: where to
  std::int64_t delay = 0;   ///< milliseconds
  std::string id = {};      ///< also of cancel
  std::vector<Argument> arguments = {};
  // assign, log, assertion, foreach:
  const Expression* place = nullptr;  ///< assign: the location; foreach: the array
  Operand value = {};
  std::string text = {};  ///< label of log, text of an assertion
  // deferred:
  Element element = {};
  std::string variable = {};
  std::map<std::string, std::string> bindings = {};  ///< of other variables
  // branch:
  std::vector<Clause> clauses = {};
  // foreach:
  std::optional<Text> item = {};
  std::optional<Text> index = {};
  std::vector<Item> body = {};
};
using Items = std::vector<Item>;
Item make_item(Item::Kind kind, SourceLocation location);

/// Calls `visit` for every item, those inside of others after them.
void for_each_item(const Items& items, const std::function<void(const Item&)>& visit);

/// Whether a document reacts to errors: then what is sure to fail is one, as it is in SCXML.
/// Otherwise it is refused.
enum class Errors : std::uint8_t { refused, handled };

/// Reads executable content, and what else all parts of a document need for reading.
class ContentReader {
 public:
  ContentReader(Diagnostics& diagnostics, std::vector<model::statechart::System::Warning>& warnings,
                const Limits* limits)
      : diagnostics_(diagnostics), warnings_(warnings), limits_(limits) {}

  /// The descriptors of transitions that react to errors.
  void set_error_handlers(std::vector<std::string> descriptors) {
    error_handlers_ = std::move(descriptors);
  }
  Errors errors() const { return error_handlers_.empty() ? Errors::refused : Errors::handled; }
  /// The children of an element, which is a block of its own.
  Items read(const Element& parent) {
    ++block_;
    return read(parent.children());
  }

  /// A deferred item, with what is done for each value that its variable may have.
  Item resolve(const Item& deferred, const std::vector<std::string>& values);

  /// The expression, or null if it is wrong.
  const Expression* expression(const Text& text);
  /// Of an attribute that must be there.
  const Expression* required(const Element& element, std::string_view attribute);
  /// An expression between two tags, or text.
  Operand literal(const Text& text);
  /// What a variable has at first. An expression that is sure to fail is an error of the document,
  /// if that handles errors, and no value.
  Operand initial_value(const Text& text);
  /// What <param>, <content> and the attribute namelist give.
  std::vector<Item::Argument> arguments(const Element& element);

  /// All that were read.
  const std::deque<Expression>& expressions() const { return expressions_; }
  void error(SourceLocation location, std::string message, std::string hint = "") {
    diagnostics_.error(location, std::move(message), std::move(hint));
  }
  /// Complains about an element that can't stand inside of another.
  void misplaced(const Element& element, const Element& child);
  void warn(SourceLocation location, std::string text) {
    warnings_.push_back({location, std::move(text)});
  }
  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  Items read(const std::vector<Element>& elements);
  std::optional<Item> item(const Element& element);
  /// <send> or <cancel>, deferred if where it leads depends on a variable.
  std::optional<Item> addressed(const Element& element);
  Item raise(const Element& element);
  std::optional<Item> send(const Element& element);
  bool send_address(const Element& element, Item& item);
  /// Whether there may be such a place to send to; a failure if it is sure that there is not.
  bool check_output(const std::optional<Text>& type, const std::optional<Text>& target, Item& item);
  bool send_delay(const Element& element, Item& item);
  /// The text of an attribute, or of the string literal that the attribute of that name and "expr"
  /// is; nothing if it is wrong or there is neither.
  std::optional<Text> constant(const Element& element, std::string_view attribute,
                               std::string_view expression_attribute);
  std::optional<Item> cancel(const Element& element);
  std::optional<Item> assign(const Element& element);
  Item log(const Element& element);
  Item branch(const Element& element);
  std::optional<Item> foreach (const Element& element);
  Item assertion(const Element& element);
  std::optional<Item> refused(const Element& element);
  void check_no_text(const Element& element);

  Diagnostics& diagnostics_;
  std::vector<model::statechart::System::Warning>& warnings_;
  const Limits* limits_;
  std::vector<std::string> error_handlers_;
  std::uint32_t block_ = 0;
  std::map<std::string, std::string> bindings_;  ///< of variables in what is read again
  struct NeedsValue {
    Text variable;
  };
  std::deque<Expression> expressions_;
};

/// The words of a list of names or events.
std::vector<Text> split(const Text& text);

}  // namespace arges::frontend::scxml
