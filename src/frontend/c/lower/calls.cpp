#include <array>

#include <fmt/format.h>

#include "base/invariant.h"
#include "frontend/c/clang/library_functions.h"
#include "frontend/c/lower/lowering.h"
#include "frontend/c/lower/math_library.h"
#include "frontend/c/syntax/visit.h"
#include "ir/simplify.h"

namespace arges::frontend::c {

namespace {

using StubKind = model::ProgramInfo::Stub::Kind;

/// What a function of the library, or of SV-COMP, does.
enum class Library : std::uint8_t {
  unknown,    ///< returns any value and does nothing else
  nothing,    ///< the same, and it is meant so
  error,      ///< what unreach-call forbids
  assertion,  ///< fails: an assertion is violated
  check,      ///< an assertion of its argument
  assume,
  ends,
  nondet,
  allocate,
  allocate_zeros,
  fill,
  copy,
  input,   ///< scanf: what its pointers point to gets any value
  print,   ///< printf
  file,    ///< fprintf
  step,    ///< of Ultimate: here is a letter of temporal formulas
  expect,  ///< __builtin_expect
  absolute,
  random,   ///< not negative
  any,      ///< of our own library: any number
  refused,  ///< of the C library, and does what a model should have
};

struct Entry {
  std::string_view name;
  Library what;
};

constexpr Entry library[] = {
    {"reach_error", Library::error},
    {"__VERIFIER_error", Library::error},
    {"__assert_fail", Library::assertion},
    {"__assert", Library::assertion},
    {"__assert_rtn", Library::assertion},
    {"__VERIFIER_assert", Library::check},
    {"assert", Library::check},
    {"__VERIFIER_assume", Library::assume},
    {"__builtin_assume", Library::assume},
    {"abort", Library::ends},
    {"exit", Library::ends},
    {"_exit", Library::ends},
    {"_Exit", Library::ends},
    {"__builtin_unreachable", Library::ends},
    {"__builtin_trap", Library::ends},
    {"__builtin_abort", Library::ends},
    {"malloc", Library::allocate},
    {"calloc", Library::allocate_zeros},
    {"alloca", Library::allocate},
    {"__builtin_alloca", Library::allocate},
    {"memset", Library::fill},
    {"memcpy", Library::copy},
    {"memmove", Library::copy},
    {"scanf", Library::input},
    {"__isoc99_scanf", Library::input},
    {"__builtin_expect", Library::expect},
    {"abs", Library::absolute},
    {"labs", Library::absolute},
    {"free", Library::nothing},
    {"printf", Library::print},
    {"fprintf", Library::file},
    {"puts", Library::nothing},
    {"putchar", Library::nothing},
    {"fputs", Library::nothing},
    {"fputc", Library::nothing},
    {"fflush", Library::nothing},
    {"perror", Library::nothing},
    {"printk", Library::nothing},
    {"srand", Library::nothing},
    {"rand", Library::random},
    {"getchar", Library::nothing},
    {"time", Library::nothing},
    {"usleep", Library::nothing},
    {"sleep", Library::nothing},
    {"__VERIFIER_atomic_begin", Library::nothing},
    {"__VERIFIER_atomic_end", Library::nothing},
    {"__builtin_va_end", Library::nothing},
    {"__VERIFIER_ltl_step", Library::step},
    {"__arges_any", Library::any},
    {"strcasecmp", Library::refused},
    {"strtok", Library::refused},
    {"strdup", Library::refused},
    {"memcmp", Library::refused},
    {"memchr", Library::refused},
    {"sscanf", Library::refused},
    {"fscanf", Library::refused},
    {"fgets", Library::refused},
    {"gets", Library::refused},
    {"getline", Library::refused},
    {"fread", Library::refused},
    {"sprintf", Library::refused},
    {"snprintf", Library::refused},
    {"vsprintf", Library::refused},
    {"vsnprintf", Library::refused},
    {"realloc", Library::refused},
    {"qsort", Library::refused},
    {"bsearch", Library::refused},
    {"ispunct", Library::refused},
    {"atoi", Library::refused},
    {"atol", Library::refused},
    {"strtol", Library::refused},
    {"strtoul", Library::refused},
    {"strtoll", Library::refused},
    {"div", Library::refused},
    {"ldiv", Library::refused},
    {"strtod", Library::refused},
    {"strtof", Library::refused},
    {"atof", Library::refused},
    {"stpcpy", Library::refused},
    {"strlcpy", Library::refused},
    {"strlcat", Library::refused},
    {"strsep", Library::refused},
    {"bzero", Library::refused},
    {"bcopy", Library::refused},
    {"mempcpy", Library::refused},
    {"memccpy", Library::refused},
    {"read", Library::refused},
    {"sincos", Library::refused},
    {"lgamma_r", Library::refused},
    {"lgammaf_r", Library::refused},
    {"fesetround", Library::refused},
    {"fesetenv", Library::refused},
    {"setjmp", Library::refused},
    {"longjmp", Library::refused},
    {"signal", Library::refused},
    {"atexit", Library::refused},
};

Library library_function(const Function& function) {
  if (function.name.starts_with("__VERIFIER_nondet")) return Library::nondet;
  if (function.name.starts_with("__VERIFIER_error")) return Library::error;
  for (const Entry& entry : library)
    if (entry.name == function.name || entry.name == function.library_name()) return entry.what;
  // Those that are there in C have a body, unless the program declares them in a way of its own.
  for (const LibraryFunction& known : library_functions())
    if (known.name == function.name) return Library::refused;
  // What compilers know, and what has to do with memory, is not to be taken for nothing.
  static constexpr std::array families = {"__builtin_", "__sync_", "__atomic_", "pthread_"};
  const bool is_known = std::any_of(families.begin(), families.end(), [&](const char* family) {
    return function.name.starts_with(family);
  });
  return is_known || function.name.ends_with("_chk") ? Library::refused : Library::unknown;
}

/// Also where the program defines it: to call it is what the property is about.
bool is_error(const Function& function) { return library_function(function) == Library::error; }

/// Some programs tell their errors apart by an argument: __VERIFIER_error(7).
std::string error_name(const Expr* call, const Function& function) {
  const bool has_number = call->children.size() == 2 && call->child(1)->kind == ExprKind::integer;
  return has_number ? fmt::format("{}_{}", function.name, call->child(1)->value.get_str())
                    : function.name;
}

}  // namespace

void Lowering::find_errors(CModel& model) const {
  std::set<const Function*> called;
  std::vector<const Function*> todo{program_.find_function("main")};
  const auto look = [&](const Expr& expression) {
    if (expression.kind == ExprKind::function) todo.push_back(expression.function);
    if (expression.kind != ExprKind::call) return;
    const Function* function = named_function(expression.child(0));
    if (function == nullptr) return;
    const Library what = library_function(*function);
    if (what == Library::error) model.known_errors.insert(error_name(&expression, *function));
    const bool asserts = what == Library::assertion || what == Library::check;
    if (asserts && function->body == nullptr) model.known_errors.insert("assertions");
  };
  for (const Object& object : program_.objects)
    if (object.is_static) for_each_expression(object.initializer, look);
  while (!todo.empty()) {
    const Function* function = todo.back();
    todo.pop_back();
    if (!called.insert(function).second || is_error(*function)) continue;
    for_each_expression(function->body, look);
    for_each_statement(function->body, [&](const Stmt& statement) {
      if (statement.kind == StmtKind::label) model.known_labels.insert(statement.label);
    });
  }
}

Value Lowering::call(const Expr* expression, Wanted wanted) {
  INVARIANT(guards_.empty(), "operands with effects should be evaluated by branches");
  const Function* function = named_function(expression->child(0));
  if (function != nullptr) return call_named(expression, function, wanted);
  return call_pointer(expression, wanted);
}

Value Lowering::call_named(const Expr* expression, const Function* function, Wanted wanted) {
  // What an error does matters to who goes on.
  const bool is_end = is_error(*function) && options_.overflow != Overflow::goes_on;
  if (function->body == nullptr || is_end) return call_library(expression, function, wanted);
  inline_call(expression, function);
  const Type type = function->type->element;
  if (wanted == Wanted::nothing || !type->is_scalar()) return arithmetic_.literal(int_type_, 0);
  return load(result_place(function, depths_[function]), expression->location);
}

Value Lowering::call_pointer(const Expr* expression, Wanted wanted) {
  const Expr* callee = expression->child(0);
  const Value pointer = kept(value(callee), callee);
  const Type type = expression->type;
  const bool has_value = wanted == Wanted::value && type->is_scalar();
  if (wanted == Wanted::value && type->is_record())
    unsupported(expression->location, "a structure returned through a function pointer");
  const ir::Var result = has_value ? temporary(expression, type) : nullptr;
  const std::string line = std::to_string(expression->location.line());
  const Location choice = builder_.add(scoped(line + ":call"), expression->location);
  const Location end = builder_.add(scoped(line + ":end"), expression->location);
  builder_.go_to(choice);
  for (const Target& target : points_to_.of_value(callee)) {
    const Function* function = target.function;
    if (function == nullptr) continue;
    if (function->body != nullptr && function->parameters.size() + 1 != expression->children.size())
      continue;  // undefined
    const Location chosen = builder_.add(scoped(line + ":" + function->name), expression->location);
    builder_.continue_at(choice);
    builder_.leave(
        ir::eq(arithmetic_.number(pointer), arithmetic_.address(memory_.address_of(function))),
        chosen, expression->location);
    builder_.continue_at(chosen);
    const Value returned = call_named(expression, function, wanted);
    if (has_value)
      builder_.append(ir::assign(result, arithmetic_.number(arithmetic_.convert(returned, type)),
                                 expression->location));
    builder_.go_to(end);
  }
  builder_.continue_at(end);
  return has_value ? arithmetic_.any(type, context_.var(result))
                   : arithmetic_.literal(int_type_, 0);
}

Place Lowering::result_place(const Function* function, std::uint32_t depth) {
  const auto [entry, is_new] = results_.try_emplace(function);
  Object& object = entry->second;
  if (is_new) {
    object.name = "return";
    object.type = function->type->element;
    object.location = function->location;
    object.function = function;
  }
  Instance& instance = memory_.instance(&object, depth);
  return {object.type, &instance, {object.type, object.type}};
}

void Lowering::inline_call(const Expr* expression, const Function* function) {
  if (depths_[function] > options_.recursion) {
    escape(context_.true_expr(), recursion_reason, expression->location);
    return end_run();
  }
  if (recursion_.is_simple(function)) return share_body(expression, function);
  push_frame(expression, function);
  builder_.enter(builder_.add(scoped("entry"), function->location), function->name);
  lower_body(builder_.add(scoped("exit"), function->location));
  pop_frame();
  builder_.leave_function(
      builder_.add(scoped(std::to_string(expression->location.line())), expression->location));
}

void Lowering::push_frame(const Expr* expression, const Function* function) {
  // All arguments are evaluated before any parameter changes.
  struct Argument {
    Value value = {};
    std::optional<Place> record = {};
  };
  std::vector<Argument> arguments;
  for (std::size_t i = 1; i < expression->children.size(); ++i) {
    const Expr* argument = expression->child(i);
    const bool may_change =
        std::any_of(expression->children.begin() + i + 1, expression->children.end(), has_effects);
    if (argument->type->is_record()) {
      const Place record = record_place(argument);
      arguments.push_back({{}, may_change ? kept(record, argument) : record});
    } else {
      const Value given = value(argument);
      arguments.push_back({may_change ? kept(given, argument) : given});
    }
  }
  const bool is_in_cycle = in_cycle();
  frames_.push_back({function, depths_[function]});
  frame().called_in_cycle = is_in_cycle;
  ++depths_[function];
  for (std::size_t i = 0; i < function->parameters.size(); ++i) {
    const Place parameter = object_place(function->parameters[i]);
    if (i >= arguments.size())
      set(parameter, Content::arbitrary, expression->location);
    else if (arguments[i].record)
      copy(parameter, *arguments[i].record, expression->location);
    else
      store(parameter, arguments[i].value, expression->location);
  }
}

void Lowering::lower_body(Location end) {
  const Function* function = frame().function;
  frame().end = end;
  const bool has_result = !function->type->element->is(TypeKind::void_);
  if (has_result) frame().result = result_place(function, frame().depth);
  statement(function->body);
  if (has_result) set(*frame().result, Content::arbitrary, function->location);
  builder_.go_to(end);
}

void Lowering::pop_frame() {
  --depths_[frame().function];
  frames_.pop_back();
}

void Lowering::share_body(const Expr* expression, const Function* function) {
  const std::uint32_t depth = depths_[function];
  if (depth == 0) activations_[function] = num_activations_++;
  const std::pair<std::uint32_t, std::uint32_t> key{activations_[function], depth};
  push_frame(expression, function);
  frame().called_in_cycle = true;
  const auto known = shared_bodies_.find(key);
  SharedBody& body = known != shared_bodies_.end() ? known->second : shared_bodies_[key];
  if (known == shared_bodies_.end())
    body = {builder_.add(scoped("entry"), function->location),
            builder_.add(scoped("exit"), function->location),
            memory_.declare(fmt::format("{}::caller@{}", function->name, depth),
                            arithmetic_.address_storage(), function->location)};
  const ir::Expr site = arithmetic_.address(mpz_class(body.num_sites++));
  builder_.append(ir::assign(body.site, site, expression->location));
  builder_.enter(body.entry, function->name);
  if (known == shared_bodies_.end()) lower_body(body.exit);
  pop_frame();
  builder_.continue_at(body.exit);
  builder_.append(ir::assume(ir::eq(context_.var(body.site), site), expression->location));
  builder_.leave_function(
      builder_.add(scoped(std::to_string(expression->location.line())), expression->location));
}

Value Lowering::arbitrary(const Expr* expression, Type type, const std::string& name) {
  ir::Var& var = temporaries_[{expression, frame().depth}];
  if (var == nullptr)
    var = memory_.declare(fmt::format("{}@{}", name, expression->location.line()),
                          arithmetic_.storage(type), expression->location);
  const std::uint32_t signed_bits = type->is_integral() && type->is_signed ? type->bits() : 0;
  info_.inputs.try_emplace(
      var, model::ProgramInfo::Input{name, type->is(TypeKind::pointer) ? "void *" : type->spelling,
                                     signed_bits, frame().function->name, expression->end});
  builder_.append(ir::havoc(context_, var, expression->location));
  if (const ir::Expr fits = arithmetic_.fits(type, context_.var(var)))
    assume(fits, expression->location);
  const bool is_memory = type->is(TypeKind::pointer) && expression->kind == ExprKind::call &&
                         named_function(expression->child(0)) != nullptr &&
                         gives_memory(*named_function(expression->child(0)));
  // Memory of someone outside: none of ours, and none of what other calls return.
  if (is_memory)
    assume(ir::or_(ir::eq(context_.var(var), arithmetic_.address(0)),
                   memory_.inside(memory_.heap(expression), context_.var(var))),
           expression->location);
  return arithmetic_.any(type, context_.var(var));
}

Value Lowering::call_library(const Expr* expression, const Function* function, Wanted wanted) {
  const Type type = expression->type;
  Value nothing = arithmetic_.literal(int_type_, 0);
  const SourceLocation location = expression->location;
  const auto result = [&] {
    return wanted == Wanted::value && type->is_scalar()
               ? arbitrary(expression, type, function->name)
               : nothing;
  };
  if (is_math_function(*function)) return call_math(expression, function);
  const Library what = library_function(*function);
  if (what == Library::nondet) {
    add_stub(function, StubKind::input);
    return type->is_scalar() ? arbitrary(expression, type, function->name) : nothing;
  }
  const bool has_argument = expression->children.size() > 1;
  switch (what) {
    case Library::error:
      add_stub(function, StubKind::error);
      error(error_name(expression, *function), location);
      return nothing;
    case Library::assertion:
      add_stub(function, StubKind::error);
      error("assertions", location);
      return nothing;
    case Library::check:
    case Library::assume: {
      if (!has_argument) return nothing;
      add_stub(function, what == Library::check ? StubKind::check : StubKind::assume);
      const Location holds =
          builder_.add(scoped(std::to_string(location.line()) + ":holds"), location);
      const Location fails =
          builder_.add(scoped(std::to_string(location.line()) + ":fails"), location);
      branch(expression->child(1), holds, fails);
      builder_.continue_at(fails);
      if (what == Library::check) error("assertions", location);
      builder_.continue_at(holds);
      return nothing;
    }
    case Library::ends:
      for (std::size_t i = 1; i < expression->children.size(); ++i) effects(expression->child(i));
      builder_.go_to(final_);
      end_run();
      return nothing;
    case Library::allocate:
      return allocate(expression, value(expression->child(1)), Content::arbitrary);
    case Library::allocate_zeros: {
      const Value count =
          kept_before(value(expression->child(1)), expression->child(1), expression->child(2));
      return allocate(expression,
                      compute(BinaryOp::mul, count, value(expression->child(2)), location),
                      Content::zero);
    }
    case Library::fill:
      return fill_memory(expression);
    case Library::copy:
      return copy_memory(expression);
    case Library::input:
      return read_input(expression);
    case Library::expect:
      return value(expression->child(1));
    case Library::absolute: {
      const Value number = value(expression->child(1));
      const Value negated = checked(arithmetic_.negate(number), location);
      const ir::Expr is_negative =
          arithmetic_.compare(BinaryOp::lt, number, arithmetic_.literal(number.type, 0));
      return arithmetic_.any(
          type, ir::ite(is_negative, arithmetic_.number(negated), arithmetic_.number(number)));
    }
    case Library::random: {
      Value any = arbitrary(expression, type, function->name);
      add_stub(function, StubKind::input);
      assume(arithmetic_.compare(BinaryOp::ge, any, arithmetic_.literal(type, 0)), location);
      return any;
    }
    case Library::any:
      return arbitrary(expression, type, function->name);
    case Library::refused:
      unsupported(location, fmt::format("the library's '{}'", function->name));
    case Library::step:
      add_stub(function, StubKind::input);
      end_letter(location);
      return result();
    case Library::print:
      print_output(expression, 2);
      return result();
    case Library::file:
      print_to_file(expression);
      return result();
    case Library::nothing:
      for (std::size_t i = 1; i < expression->children.size(); ++i)
        if (has_effects(expression->child(i))) effects(expression->child(i));
      return result();
    case Library::unknown:
    case Library::nondet:
      break;
  }
  add_stub(function, function->returns_never ? StubKind::ends : StubKind::input);
  warn(fmt::format("'{}' has no body: its calls may return anything and do nothing else",
                   function->name));
  for (std::size_t i = 1; i < expression->children.size(); ++i)
    if (has_effects(expression->child(i))) effects(expression->child(i));
  if (type->is_record()) unsupported(location, "a structure returned by a function without a body");
  if (function->returns_never) {
    builder_.go_to(final_);
    end_run();
    return nothing;
  }
  return result();
}

Value Lowering::allocate(const Expr* expression, const Value& bytes, Content content) {
  const SourceLocation location = expression->location;
  const std::uint64_t unit = memory_.element_type(expression)->size;
  const bool is_known = bytes.low == bytes.high && unit != 0 && bytes.low > 0 &&
                        bytes.low % unit == 0 && bytes.low < heap_span;
  if (is_known && !in_cycle()) {
    const std::uint64_t length = mpz_class(bytes.low / unit).get_ui();
    Instance& piece = memory_.piece(expression, length == 1 ? std::nullopt : std::optional(length));
    set({piece.type, &piece, {piece.type, piece.type}}, content, location);
    return arithmetic_.convert(arithmetic_.literal(arithmetic_.pointer_integer(), piece.base),
                               expression->type);
  }
  Instance& heap = memory_.heap(expression);
  heap.starts_as_zeros = content == Content::zero;
  const ir::Expr size = arithmetic_.offset_number(bytes);
  const ir::Expr next = context_.var(heap.next);
  const ir::Var piece = temporary(expression, expression->type);
  // Sizes are rounded up to 16 bytes, and no two pieces touch.
  const ir::Expr rounded = arithmetic_.address_scale(
      arithmetic_.address_add(arithmetic_.address_divide(size, 16), arithmetic_.address(2)), 16);
  const ir::Expr end = arithmetic_.address_add(next, rounded);
  escape(ir::not_(arithmetic_.address_in(end, next, arithmetic_.address(heap.base + heap_span))),
         "unsupported: this much allocated memory", location);
  builder_.append(ir::assign(piece, next, location));
  builder_.append(ir::assign(heap.next, end, location));
  Value result = arithmetic_.any(expression->type, context_.var(piece));
  result.low = 1;
  return result;
}

}  // namespace arges::frontend::c
