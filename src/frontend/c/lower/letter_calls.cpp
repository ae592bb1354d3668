#include "frontend/c/lower/lowering.h"
#include "frontend/c/syntax/visit.h"

namespace arges::frontend::c {

void Lowering::end_letter(SourceLocation location) {
  builder_.mark(location);
  builder_.end_letter(builder_.add(scoped(std::to_string(location.line())), location));
}

void Lowering::event(ir::Var happened, ir::Var other, const Value& number,
                     SourceLocation location) {
  const auto set = [&](ir::Var var, const Value& value) {
    builder_.append(
        ir::assign(var, arithmetic_.number(arithmetic_.convert(value, int_type_)), location));
  };
  set(happened, number);
  set(other, arithmetic_.literal(int_type_, 0));
  end_letter(location);
}

/// As many values are read as it returns, or none at the end of the input.
Value Lowering::read_input(const Expr* expression) {
  const std::size_t wanted = expression->children.size() - 2;
  Value count = arbitrary(expression, expression->type, "scanf_count");
  // Runs that go on for ever read for ever.
  const mpz_class least = options_.letters == Letters::events ? mpz_class(wanted) : mpz_class(-1);
  assume(arithmetic_.compare(BinaryOp::ge, count, arithmetic_.literal(count.type, least)),
         expression->location);
  assume(
      arithmetic_.compare(BinaryOp::le, count, arithmetic_.literal(count.type, mpz_class(wanted))),
      expression->location);
  for (std::size_t i = 2; i < expression->children.size(); ++i) {
    const Expr* pointer = expression->child(i);
    while (pointer->kind == ExprKind::convert && pointer->child(0)->type->is(TypeKind::pointer))
      pointer = pointer->child(0);
    const bool is_integer = pointer->type->is(TypeKind::pointer) &&
                            pointer->type->element->is(TypeKind::integer) &&
                            pointer->type->element->size >= int_type_->size;
    if (!is_integer) unsupported(pointer->location, "scanf of anything but integers");
    const Place at = pointer->kind == ExprKind::address_of
                         ? place(pointer->child(0))
                         : at_address(value(pointer), pointer, pointer->type->element);
    const Value old = load(at, pointer->location);
    const Value read = arbitrary(pointer, at.type, "scanf");
    const ir::Expr is_read =
        arithmetic_.compare(BinaryOp::ge, count, arithmetic_.literal(count.type, mpz_class(i - 1)));
    store(at,
          arithmetic_.any(at.type,
                          ir::ite(is_read, arithmetic_.number(read), arithmetic_.number(old))),
          pointer->location);
    if (options_.letters != Letters::events) continue;
    std::vector<ir::Expr> valid;
    for (const int letter : options_.inputs)
      valid.push_back(
          arithmetic_.compare(BinaryOp::eq, read, arithmetic_.literal(at.type, letter)));
    assume(valid.empty() ? context_.false_expr() : ir::or_(valid), pointer->location);
    event(input_event_, output_event_, read, pointer->location);
  }
  return count;
}

namespace {

/// Of fprintf: whether it prints to the stream of that name.
bool prints_to(const Expr* call, const char* stream) {
  if (call->children.size() < 2) return false;
  const Expr* file = call->child(1);
  while (file->kind == ExprKind::convert) file = file->child(0);
  return file->kind == ExprKind::object && file->object->name == stream;
}

}  // namespace

void Lowering::print_to_file(const Expr* expression) {
  const bool has_events = options_.letters == Letters::events;
  if (has_events && prints_to(expression, "stderr"))
    builder_.append(ir::assume(context_.false_expr(), expression->location));
  print_output(expression, has_events && prints_to(expression, "stdout") ? 3 : no_numbers);
}

/// Every number that is printed is a letter.
void Lowering::print_output(const Expr* expression, std::size_t first_number) {
  for (std::size_t i = 1; i < expression->children.size(); ++i) {
    const Expr* argument = expression->child(i);
    const bool is_event =
        options_.letters == Letters::events && i >= first_number && argument->type->is_integral();
    if (is_event)
      event(output_event_, input_event_, value(argument), expression->location);
    else if (has_effects(argument))
      effects(argument);
  }
}

}  // namespace arges::frontend::c
