#include "frontend/c/lower/lowering.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/invariant.h"
#include "frontend/c/lower/constant_tables.h"
#include "frontend/c/syntax/visit.h"
#include "ir/simplify.h"

namespace arges::frontend::c {

namespace {

/// More than any program becomes that can be analysed.
constexpr std::size_t max_edges = 2'000'000;

/// An unsigned integer type as wide as a pointer.
Type pointer_integer(const Program& program, DataModel data_model) {
  const std::uint64_t size = data_model == DataModel::ilp32 ? 4 : 8;
  for (const TypeRecord& type : program.types)
    if (type.is(TypeKind::integer) && !type.is_signed && type.bits() == 8 * size) return &type;
  UNREACHABLE("the reader should make all standard integer types");
}

}  // namespace

Lowering::Lowering(ir::Context& context, const Program& program, const Options& options,
                   Representation representation, const Limits* limits)
    : context_(context),
      program_(program),
      options_(options),
      limits_(limits),
      points_to_(program),
      arithmetic_(context, representation, pointer_integer(program, options.data_model),
                  options.overflow),
      memory_(context, arithmetic_, program, points_to_),
      builder_(context),
      recursion_(program) {
  for (const TypeRecord& type : program.types)
    if (type.spelling == "int") int_type_ = &type;
}

CModel Lowering::lower() {
  const Function* main = program_.find_function("main");
  if (main == nullptr || main->body == nullptr)
    throw InputError({program_.sources.front().get(), 0}, "there is no function 'main'",
                     "programs are checked from main on");
  const Location start = builder_.add("start", main->location);
  const Location ready = builder_.add("globals", main->location);
  final_ = builder_.add("end", main->location, model::CfaLocation::Kind::final);
  frames_.push_back({main, 0});
  depths_[main] = 1;
  if (options_.letters == Letters::events) {
    input_event_ = memory_.declare("scanf::number", arithmetic_.storage(int_type_), main->location);
    output_event_ =
        memory_.declare("printf::number", arithmetic_.storage(int_type_), main->location);
  }
  builder_.continue_at(ready);
  initialize_statics();

  const Location entry = builder_.add("main", main->location);
  builder_.enter(entry, main->name);
  for (const Object* parameter : main->parameters)
    set(object_place(parameter), Content::arbitrary, parameter->location);
  frame().end = final_;
  statement(main->body);
  builder_.go_to(final_);

  // Which of them are used is known only now.
  builder_.continue_at(start);
  for (const Instance& instance : memory_.instances()) {
    if (instance.kind == Instance::Kind::heap)
      builder_.append(ir::assign(instance.next, arithmetic_.address(instance.base)));
    if (instance.kind != Instance::Kind::static_ && !instance.starts_as_zeros) continue;
    for (const auto& [path, var] : instance.variables) {
      ir::Type type = var->type;
      const ir::Type element = type.is_array() ? type.element() : type;
      const auto literal = [&](const mpz_class& number) {
        if (element.is_floating()) return context_.fp_literal(element, number);
        return element.is_int() ? context_.int_literal(number)
                                : context_.bv_literal(element.width(), number);
      };
      ir::Expr initial = literal(0);
      if (type.is_array()) initial = ir::const_array(type, initial);
      if (instance.string != nullptr)
        for (std::size_t i = 0; i < instance.string->text.size(); ++i)
          initial = ir::store(initial, arithmetic_.address(mpz_class(i)),
                              literal(static_cast<signed char>(instance.string->text[i])));
      builder_.append(ir::assign(var, initial));
    }
  }
  builder_.go_to(ready);

  CModel result;
  find_errors(result);
  std::map<std::string, Location> kept;
  for (const auto& [name, location] : errors_) kept.emplace("error " + name, location);
  for (const auto& [name, location] : escapes_) kept.emplace("escape " + name, location);
  for (std::size_t i = 0; i < loop_heads_.size(); ++i)
    kept.emplace(fmt::format("loop {}", i), loop_heads_[i].first);
  for (std::size_t i = 0; i < labels_.size(); ++i)
    kept.emplace(fmt::format("label {}", i), labels_[i].first);
  result.cfa = builder_.finish(start, memory_.variables(), kept);
  fold_constant_tables(context_, result.cfa);
  for (std::size_t i = 0; i < labels_.size(); ++i)
    if (const auto at = kept.find(fmt::format("label {}", i)); at != kept.end())
      result.labels[labels_[i].second].push_back(at->second);
    else
      result.labels.try_emplace(labels_[i].second);
  for (std::size_t i = 0; i < loop_heads_.size(); ++i)
    if (const auto head = kept.find(fmt::format("loop {}", i)); head != kept.end())
      info_.loop_heads.emplace(head->second, loop_heads_[i].second);
  result.cfa.sources = program_.sources;
  describe_variables();
  result.cfa.program = std::move(info_);
  for (const auto& [name, location] : kept) {
    if (name.starts_with("error ")) result.errors.emplace_back(name.substr(6), location);
    if (name.starts_with("escape ")) result.escapes.push_back({location, name.substr(7)});
  }
  result.warnings.assign(warnings_.begin(), warnings_.end());
  result.input_event = input_event_;
  result.output_event = output_event_;
  return result;
}

/// Those that have names in the program: of scalars, and of arrays with their scalars.
void Lowering::describe_variables() {
  info_.path = program_.sources.front()->name();
  info_.is_64_bit = options_.data_model == DataModel::lp64;
  for (const TypeRecord& type : program_.types)
    for (const auto& [name, value] : type.constants) info_.constants.emplace(name, value);
  for (const Instance& instance : memory_.instances()) {
    for (const auto& [path, var] : instance.variables) {
      model::ProgramInfo::Variable shown;
      shown.name = var->name;
      if (instance.object != nullptr && instance.object->function != nullptr) {
        const Object& object = *instance.object;
        shown.function = object.function->name;
        shown.depth = instance.depth;
        shown.name = object.name + var->name.substr(instance.name.size());
        shown.is_result =
            results_.contains(object.function) && &results_.at(object.function) == &object;
        const auto& parameters = object.function->parameters;
        shown.is_parameter =
            std::find(parameters.begin(), parameters.end(), &object) != parameters.end();
      }
      const Type type = instance.types.at(path);
      if (type->is(TypeKind::integer) && type->is_signed) shown.bits = type->bits();
      for (const auto& [name, value] : type->constants) shown.constants.emplace(value, name);
      info_.variables.emplace(var, std::move(shown));
    }
  }
  std::sort(info_.stubs.begin(), info_.stubs.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
}

void Lowering::add_stub(const Function* function, model::ProgramInfo::Stub::Kind kind) {
  if (function->body != nullptr) return;
  const bool is_known = std::any_of(info_.stubs.begin(), info_.stubs.end(),
                                    [&](const auto& stub) { return stub.name == function->name; });
  if (!is_known)
    info_.stubs.push_back({function->name,
                           function->type->element->is(TypeKind::pointer)
                               ? "void *"
                               : function->type->element->spelling,
                           kind});
}

void Lowering::initialize_statics() {
  for (const Object& object : program_.objects) {
    if (!object.is_static) continue;
    try {
      if (object.initializer != nullptr) initialize(object_place(&object), object.initializer);
      // What others define may be anything.
      if (!object.is_defined && object.type->size != 0)
        set(object_place(&object), Content::arbitrary, object.location);
    } catch (const Unsupported& what) {
      unsupported(object.location, what.what());
    }
  }
}

void Lowering::initialize(const Place& place, const Expr* initializer) {
  const Type type = place.type;
  if (initializer->kind == ExprKind::string && type->is(TypeKind::array)) {
    set(place, Content::zero, initializer->location);
    for (std::size_t i = 0; i < initializer->text.size() && i < type->length.value_or(0); ++i)
      store(element(place, arithmetic_.literal(int_type_, mpz_class(i)), initializer->location),
            arithmetic_.literal(type->element,
                                mpz_class(static_cast<signed char>(initializer->text[i]))),
            initializer->location);
    return;
  }
  if (initializer->kind != ExprKind::initializer_list) {
    if (type->is_record())
      copy(place, record_place(initializer), initializer->location);
    else
      store(place, value(initializer), initializer->location);
    return;
  }
  set(place, Content::zero, initializer->location);
  for (std::size_t i = 0; i < initializer->children.size(); ++i) {
    const Expr* part = initializer->children[i];
    if (part == nullptr) continue;
    if (type->is(TypeKind::array))
      initialize(element(place, arithmetic_.literal(int_type_, mpz_class(i)), part->location),
                 part);
    else
      initialize(member(place, i), part);
  }
}

void Lowering::statement(const Stmt* statement) {
  if (limits_ != nullptr) limits_->check();
  if (builder_.num_edges() > max_edges)
    unsupported(statement->location,
                "a program that is this large once calls are replaced by "
                "what they call");
  if (statement->kind != StmtKind::compound) builder_.mark(statement->location);
  const Order& places = order(frame().function);
  if (const auto place = places.positions.find(statement); place != places.positions.end())
    frame().position = place->second;
  try {
    switch (statement->kind) {
      case StmtKind::expression:
        effects(statement->expr);
        break;
      case StmtKind::declaration:
        declaration(statement);
        break;
      case StmtKind::compound:
        for (const Stmt* child : statement->children) this->statement(child);
        return;
      case StmtKind::if_:
        return if_statement(statement);
      case StmtKind::while_:
      case StmtKind::do_:
      case StmtKind::for_:
        return loop(statement);
      case StmtKind::switch_:
        return switch_statement(statement);
      case StmtKind::case_:
      case StmtKind::default_:
        builder_.go_to(frame().cases.at(statement));
        return this->statement(statement->children.at(0));
      case StmtKind::label:
        builder_.go_to(label(statement->label));
        for (const Stmt* child : statement->children) this->statement(child);
        return;
      case StmtKind::goto_:
        builder_.go_to(label(statement->label));
        return end_run();
      case StmtKind::break_:
        builder_.go_to(frame().break_targets.back());
        return end_run();
      case StmtKind::continue_:
        builder_.go_to(frame().continue_targets.back());
        return end_run();
      case StmtKind::return_:
        return return_statement(statement);
      case StmtKind::null:
        return;
      case StmtKind::unsupported:
        unsupported(statement->location, statement->label);
    }
  } catch (const Unsupported& what) {
    unsupported(statement->location, what.what());
  }
  if (builder_.has_pending())
    builder_.go_to(
        builder_.add(scoped(std::to_string(statement->location.line())), statement->location));
}

void Lowering::declaration(const Stmt* statement) {
  const Object* object = statement->object;
  if (object->is_static) return;
  const Place place = object_place(object);
  for (std::size_t i = 0; i < object->lengths.size(); ++i)
    set_length(*place.instance, i, value(object->lengths[i]));
  if (object->initializer == nullptr)
    set(place, Content::arbitrary, object->location);
  else
    initialize(place, object->initializer);
}

void Lowering::set_length(Instance& array, std::size_t level, const Value& length) {
  if (array.lengths.size() == level)
    array.lengths.push_back(
        memory_.declare(array.name + ".length", arithmetic_.address_storage(), array.location));
  const ir::Expr number = arithmetic_.offset_number(length);
  if (level > 0)
    escape(ir::not_(arithmetic_.address_in(number, arithmetic_.address(0),
                                           arithmetic_.address(longest_inner_array))),
           "unsupported: an array of this length in another", array.location);
  builder_.append(ir::assign(array.lengths[level], number, array.location));
}

void Lowering::if_statement(const Stmt* statement) {
  const std::string line = std::to_string(statement->location.line());
  const Location then = builder_.add(scoped(line + ":then"), statement->location);
  const Location end = builder_.add(scoped(line + ":end"), statement->location);
  const bool has_else = statement->children.size() > 1;
  const Location otherwise =
      has_else ? builder_.add(scoped(line + ":else"), statement->location) : end;
  branch(statement->expr, then, otherwise);
  builder_.continue_at(then);
  this->statement(statement->children[0]);
  builder_.go_to(end);
  if (!has_else) return;
  builder_.continue_at(otherwise);
  this->statement(statement->children[1]);
  builder_.go_to(end);
}

void Lowering::loop(const Stmt* statement) {
  const std::string line = std::to_string(statement->location.line());
  const bool is_for = statement->kind == StmtKind::for_;
  if (is_for && statement->children[0] != nullptr) this->statement(statement->children[0]);
  const Location head = builder_.add(scoped(line + ":loop"), statement->location);
  loop_heads_.emplace_back(head, frame().function->name);
  const Location body = builder_.add(scoped(line + ":body"), statement->location);
  const Location end = builder_.add(scoped(line + ":end"), statement->location);
  const Location next = is_for ? builder_.add(scoped(line + ":step"), statement->location) : head;
  const bool tests_first = statement->kind != StmtKind::do_;
  ++frame().loops;
  builder_.go_to(tests_first ? head : body);
  const auto test = [&] {
    builder_.continue_at(head);
    builder_.mark(statement->location);
    if (statement->expr != nullptr)
      branch(statement->expr, body, end);
    else
      builder_.go_to(body);
  };
  if (tests_first) test();
  builder_.continue_at(body);
  frame().break_targets.push_back(end);
  frame().continue_targets.push_back(next);
  this->statement(statement->children.back());
  frame().break_targets.pop_back();
  frame().continue_targets.pop_back();
  builder_.go_to(next);
  if (is_for) {
    builder_.mark(statement->location);
    if (statement->step != nullptr) effects(statement->step);
    builder_.go_to(head);
  }
  if (!tests_first) test();
  --frame().loops;
  builder_.continue_at(end);
}

void Lowering::switch_statement(const Stmt* statement) {
  const std::string line = std::to_string(statement->location.line());
  const Value selector = kept(value(statement->expr), statement->expr);
  const Type type = selector.type;
  const Location dispatch = builder_.add(scoped(line + ":switch"), statement->location);
  const Location end = builder_.add(scoped(line + ":end"), statement->location);
  builder_.go_to(dispatch);

  // Those of inner switches are not ours.
  std::vector<const Stmt*> cases;
  const auto collect = [&cases](const auto& self, const Stmt* part) -> void {
    if (part == nullptr || part->kind == StmtKind::switch_) return;
    if (part->kind == StmtKind::case_ || part->kind == StmtKind::default_) cases.push_back(part);
    for (const Stmt* child : part->children) self(self, child);
  };
  for (const Stmt* child : statement->children) collect(collect, child);

  ir::Expr other = context_.true_expr();
  const Stmt* fallback = nullptr;
  for (const Stmt* part : cases) {
    const Location target =
        builder_.add(scoped(std::to_string(part->location.line())), part->location);
    frame().cases[part] = target;
    if (part->kind == StmtKind::default_) {
      fallback = part;
      continue;
    }
    const auto compared = [&](BinaryOp op, const mpz_class& constant) {
      return arithmetic_.compare(op, selector,
                                 arithmetic_.convert(arithmetic_.literal(type, constant), type));
    };
    const ir::Expr matches = part->low == part->high ? compared(BinaryOp::eq, part->low)
                                                     : ir::and_(compared(BinaryOp::ge, part->low),
                                                                compared(BinaryOp::le, part->high));
    builder_.leave(matches, target, part->location);
    other = ir::and_(other, ir::not_(matches));
  }
  builder_.leave(other, fallback != nullptr ? frame().cases.at(fallback) : end,
                 statement->location);
  end_run();
  frame().break_targets.push_back(end);
  for (const Stmt* child : statement->children) this->statement(child);
  frame().break_targets.pop_back();
  builder_.go_to(end);
}

void Lowering::return_statement(const Stmt* statement) {
  const bool is_main = frames_.size() == 1;
  if (statement->expr != nullptr) {
    if (is_main || frame().function->type->element->is(TypeKind::void_))
      effects(statement->expr);
    else if (frame().result->type->is_record())
      copy(*frame().result, record_place(statement->expr), statement->location);
    else
      store(*frame().result, value(statement->expr), statement->location);
  }
  builder_.go_to(frame().end);
  end_run();
}

Lowering::Location Lowering::label(const std::string& name) {
  const auto [entry, is_new] = frame().labels.try_emplace(name, 0);
  if (is_new) {
    entry->second = builder_.add(scoped(name), {});
    labels_.emplace_back(entry->second, name);
  }
  return entry->second;
}

const Lowering::Order& Lowering::order(const Function* function) {
  const auto [entry, is_new] = orders_.try_emplace(function);
  Order& result = entry->second;
  if (!is_new) return result;
  std::map<std::string, std::uint32_t> labels;
  std::uint32_t next = 0;
  for_each_statement(function->body, [&](const Stmt& part) {
    result.positions.emplace(&part, next);
    if (part.kind == StmtKind::label) labels.emplace(part.label, next);
    ++next;
  });
  for (const auto& [part, position] : result.positions) {
    if (part->kind != StmtKind::goto_) continue;
    const auto target = labels.find(part->label);
    if (target != labels.end() && target->second < position)
      result.cycles.emplace_back(target->second, position);
  }
  return result;
}

bool Lowering::in_cycle() {
  const Frame& at = frame();
  if (at.called_in_cycle || at.loops != 0) return true;
  const auto& cycles = order(at.function).cycles;
  return std::any_of(cycles.begin(), cycles.end(), [&](const auto& cycle) {
    return cycle.first <= at.position && at.position <= cycle.second;
  });
}

void Lowering::end_run() { builder_.continue_at(builder_.add("dead", {})); }

Lowering::Location Lowering::location_of(std::map<std::string, Location>& known,
                                         const std::string& name, SourceLocation location,
                                         model::CfaLocation::Kind kind) {
  const auto [entry, is_new] = known.try_emplace(name, 0);
  if (is_new) entry->second = builder_.add(name, location, kind);
  return entry->second;
}

void Lowering::error(const std::string& name, SourceLocation location) {
  builder_.go_to(location_of(errors_, name, location, model::CfaLocation::Kind::error));
  end_run();
}

ir::Expr Lowering::guarded(ir::Expr condition) const {
  if (guards_.empty()) return condition;
  return ir::implies(guards_.size() == 1 ? guards_[0] : ir::and_(guards_), condition);
}

void Lowering::assume(ir::Expr condition, SourceLocation location) {
  const ir::Expr simple = ir::simplify(guarded(condition));
  if (!simple.is_true()) builder_.append(ir::assume(simple, location));
}

void Lowering::escape(ir::Expr condition, const std::string& reason, SourceLocation location) {
  const ir::Expr stays = ir::simplify(guarded(ir::not_(condition)));
  if (stays.is_true()) return;
  const Location target = location_of(escapes_, reason, location, model::CfaLocation::Kind::normal);
  if (builder_.has_pending())
    builder_.go_to(builder_.add(scoped(std::to_string(location.line())), location));
  builder_.leave(ir::not_(stays), target, location);
  builder_.append(ir::assume(stays, location));
}

std::string Lowering::scoped(const std::string& name) const {
  return frames_.back().function->name + ":" + name;
}

void Lowering::unsupported(SourceLocation location, const std::string& what) const {
  throw InputError(location, what + " is not supported");
}

void Lowering::warn(const std::string& text) { warnings_.insert(text); }

}  // namespace arges::frontend::c
