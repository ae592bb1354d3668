#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/c/c_frontend.h"
#include "frontend/c/lower/arithmetic.h"
#include "frontend/c/lower/cfa_builder.h"
#include "frontend/c/lower/memory.h"
#include "frontend/c/lower/points_to.h"
#include "frontend/c/lower/recursion.h"
#include "frontend/c/syntax/program.h"

namespace arges::frontend::c {

/// Makes a control flow automaton of a program: every call is replaced by what it calls, every
/// full expression becomes one edge, or several where it branches.
class Lowering {
 public:
  Lowering(ir::Context& context, const Program& program, const Options& options,
           Representation representation, const Limits* limits);

  CModel lower();

 private:
  using Location = CfaBuilder::Location;

  /// A call that is being lowered.
  struct Frame {
    const Function* function;
    std::uint32_t depth;               ///< calls of the same function around it
    std::optional<Place> result = {};  ///< where it returns a value
    Location end = 0;                  ///< where it returns to
    std::map<std::string, Location> labels = {};
    std::vector<Location> break_targets = {};
    std::vector<Location> continue_targets = {};
    std::uint32_t loops = 0;     ///< around what is being lowered
    std::uint32_t position = 0;  ///< of the statement in its function
    bool called_in_cycle = false;
    /// Of the innermost switch: where its cases are.
    std::map<const Stmt*, Location> cases = {};
  };

  // lowering.cpp: the program and its statements
  void initialize_statics();
  void initialize(const Place& place, const Expr* initializer);
  void statement(const Stmt* statement);
  void declaration(const Stmt* statement);
  void set_length(Instance& array, std::size_t level, const Value& length);
  void if_statement(const Stmt* statement);
  void loop(const Stmt* statement);
  void switch_statement(const Stmt* statement);
  void return_statement(const Stmt* statement);
  Location label(const std::string& name);

  // expressions.cpp
  Value value(const Expr* expression);
  /// For its effects only.
  void effects(const Expr* expression);
  Value binary(const Expr* expression);
  Value pointer_binary(const Expr* expression);
  Value logical(const Expr* expression);
  Value conditional(const Expr* expression);
  Value convert(const Expr* expression);
  enum class Wanted : std::uint8_t { value, nothing };
  Value assign(const Expr* expression, Wanted wanted);
  Value compound_assign(const Expr* expression, Wanted wanted);
  Value increment(const Expr* expression, Wanted wanted);
  /// What C makes of a type before it computes (C11 6.3.1.1).
  Type promoted_type(Type type) const;
  /// Does all of a statement expression but the last, which is its value.
  const Expr* value_statement(const Expr* expression);
  ir::Expr condition(const Expr* expression);
  /// Goes on in one way or the other, and then in the same.
  void either(const Expr* condition, const std::function<void(bool truth)>& go_on);
  /// Goes one way or the other; evaluates no more than C does.
  void branch(const Expr* expression, Location if_true, Location if_false);
  /// The operation, with what C demands of its operands assumed or checked.
  Value compute(BinaryOp op, const Value& left, const Value& right, SourceLocation location);
  Value checked(const Computed& computed, SourceLocation location);
  enum class Direction : std::uint8_t { forward, backward };
  Value offset(const Value& pointer, const Value& count, Direction direction);
  /// In a variable of its own, so that later effects can't change it.
  Value kept(const Value& value, const Expr* expression);
  Place kept(const Place& record, const Expr* expression);
  /// The object that keeps a structure which is the value of an expression in this frame.
  Place temporary_record(const Expr* expression);
  /// The same if anything that is evaluated later has effects.
  Value kept_before(const Value& value, const Expr* expression, const Expr* later);
  /// The variable that keeps the value of an expression in this frame.
  ir::Var temporary(const Expr* expression, Type type);

  // places.cpp
  Place place(const Expr* expression);
  /// Of an expression whose value is a structure or union, which need not be an lvalue.
  Place record_place(const Expr* expression);
  /// The same place whatever is stored meanwhile: *a = *a->next.
  Place settled(Place place, SourceLocation location);
  Place at_address(const Value& pointer, const Expr* expression, Type type);
  Place index_place(const Expr* expression);
  Place member(const Place& base, std::size_t field);
  Place element(const Place& base, const Value& index, SourceLocation location);
  /// What the members of a union share, as one number; nothing if they do not.
  std::optional<Place> shared_cell(const Place& place);
  Place object_place(const Object* object);
  /// The address of a place, which others may then use to come there.
  ir::Expr exposed_address(const Place& place, SourceLocation location);
  Value load(const Place& place, SourceLocation location);
  Value load_leaf(const Place& place, const Leaf& leaf, SourceLocation location);
  void store(const Place& place, const Value& value, SourceLocation location);
  void store_leaf(const Place& place, const Leaf& leaf, const Value& value,
                  SourceLocation location);
  void copy(const Place& to, const Place& from, SourceLocation location);
  /// The variables that a scalar part of a place may be; the run goes on only if it is one.
  std::vector<Access> accesses(const Place& place, const Leaf& leaf, SourceLocation location);
  ir::Expr read(const Access& access);
  /// Calls back for every place in what members of a union share where the part may be: when it is
  /// there, and by how many bits it is moved.
  void for_each_position(const Access& access, Type part,
                         const std::function<void(ir::Expr is_here, std::uint32_t shift)>& visit);
  /// What a part has of it, and what it is with a value for the part.
  Value part_of(const Access& access, const Value& whole, Type part);
  Value with_part(const Access& access, const Value& value);
  void write(const Access& access, const Value& value, ir::Expr condition, SourceLocation location);
  enum class Content : std::uint8_t { zero, arbitrary };
  void set(const Place& place, Content content, SourceLocation location);

  // calls.cpp
  Value call(const Expr* expression, Wanted wanted);
  Value call_named(const Expr* expression, const Function* function, Wanted wanted);
  Value call_pointer(const Expr* expression, Wanted wanted);
  /// The value of a call of a function that has no body here.
  Value call_library(const Expr* expression, const Function* function, Wanted wanted);
  /// Makes the function's body follow here; its result is where result_place says.
  void inline_call(const Expr* expression, const Function* function);
  /// Evaluates the arguments and enters the frame that has them as parameters.
  void push_frame(const Expr* expression, const Function* function);
  void lower_body(Location end);
  void pop_frame();
  /// A call of a function that calls itself: all calls at one depth share one body.
  void share_body(const Expr* expression, const Function* function);
  Value arbitrary(const Expr* expression, Type type, const std::string& name);
  /// Of the mathematical library; math_calls.cpp.
  Value call_math(const Expr* expression, const Function* function);
  ir::Expr sign_bit(ir::Expr number, const Expr* expression);
  Value allocate(const Expr* expression, const Value& bytes, Content content);
  // memory_calls.cpp
  Value fill_memory(const Expr* expression);
  Value copy_memory(const Expr* expression);
  /// What a pointer points to: elements of an array that is known, or from an address on.
  struct Elements {
    const Expr* pointer;
    std::optional<Place> array;
    std::optional<Value> first;
  };
  Elements elements_at(const Expr* pointer);
  Place element(const Elements& elements, const Value& index);
  Value address_of(const Elements& elements, Type type);
  /// For every element of this size in so many bytes; a loop where there are too many, or nobody
  /// knows how many.
  void for_each_element(const Expr* call, const Value& bytes, std::uint64_t size,
                        const std::function<void(const Value& index)>& visit);
  // letter_calls.cpp: what temporal formulas see of a program that says so
  void end_letter(SourceLocation location);
  /// A letter: this number was read, or printed; and the other was not.
  void event(ir::Var happened, ir::Var other, const Value& number, SourceLocation location);
  Value read_input(const Expr* expression);
  /// Of printf and its like; the arguments from `first_number` on are what is printed.
  void print_output(const Expr* expression, std::size_t first_number);
  static constexpr std::size_t no_numbers = static_cast<std::size_t>(-1);
  void print_to_file(const Expr* expression);
  Place result_place(const Function* function, std::uint32_t depth);
  void error(const std::string& name, SourceLocation location);
  void end_run();
  void add_stub(const Function* function, model::ProgramInfo::Stub::Kind kind);
  void describe_variables();
  /// Finds the errors and labels of all functions that may be called.
  void find_errors(CModel& model) const;
  Location location_of(std::map<std::string, Location>& known, const std::string& name,
                       SourceLocation location, model::CfaLocation::Kind kind);

  /// The run exists only if the condition holds, where it is evaluated at all.
  void assume(ir::Expr condition, SourceLocation location);
  /// A run where the condition holds is not followed further.
  void escape(ir::Expr condition, const std::string& reason, SourceLocation location);
  ir::Expr guarded(ir::Expr condition) const;
  Frame& frame() { return frames_.back(); }
  /// Whether what is being lowered may be executed more than once.
  bool in_cycle();
  [[noreturn]] void unsupported(SourceLocation location, const std::string& what) const;
  std::string scoped(const std::string& name) const;
  void warn(const std::string& text);

  ir::Context& context_;
  const Program& program_;
  const Options& options_;
  const Limits* limits_;
  PointsTo points_to_;
  Type int_type_ = nullptr;
  Arithmetic arithmetic_;
  Memory memory_;
  CfaBuilder builder_;
  std::vector<Frame> frames_;
  std::map<const Function*, std::uint32_t> depths_;  ///< frames of each function
  std::map<const Function*, Object> results_;        ///< what calls return
  std::map<std::pair<const Expr*, std::uint32_t>, ir::Var> temporaries_;
  std::map<std::pair<const Expr*, std::uint32_t>, Object> kept_records_;
  /// How the statements of a function follow each other in its text, and which parts of it are
  /// between a label and a goto back to it.
  struct Order {
    std::map<const Stmt*, std::uint32_t> positions;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> cycles;
  };
  const Order& order(const Function* function);
  std::map<const Function*, Order> orders_;
  std::map<std::string, Location> errors_;
  std::map<std::string, Location> escapes_;
  std::vector<ir::Expr> guards_;  ///< of the operands being evaluated
  /// A body that several calls lead to; where it returns to is in a variable.
  struct SharedBody {
    Location entry = 0;
    Location exit = 0;
    ir::Var site = nullptr;
    std::uint32_t num_sites = 0;
  };
  /// By the outermost call and the depth.
  std::map<std::pair<std::uint32_t, std::uint32_t>, SharedBody> shared_bodies_;
  std::uint32_t num_activations_ = 0;
  std::map<const Function*, std::uint32_t> activations_;  ///< that are being lowered
  Recursion recursion_;
  std::set<std::string> warnings_;
  Location final_ = 0;
  ir::Var input_event_ = nullptr;
  ir::Var output_event_ = nullptr;
  model::ProgramInfo info_;
  std::vector<std::pair<Location, std::string>> loop_heads_;  ///< with their functions
  std::vector<std::pair<Location, std::string>> labels_;      ///< with their names
};

}  // namespace arges::frontend::c
