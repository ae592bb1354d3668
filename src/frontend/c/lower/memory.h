#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "frontend/c/lower/arithmetic.h"
#include "frontend/c/lower/points_to.h"
#include "frontend/c/syntax/program.h"
#include "ir/context.h"

namespace arges::frontend::c {

/// One level of arrays that a leaf is in.
struct Dimension {
  std::optional<std::uint64_t> length;  ///< nothing: see the instance
  std::uint64_t stride = 0;             ///< in bytes
};

/// A scalar part of a type; in arrays it stands for that part of all elements.
struct Leaf {
  Type type;     ///< as it is accessed
  Type storage;  ///< as it is kept: of unions, what all members share
  std::uint64_t offset = 0;
  std::vector<Dimension> dimensions = {};
  std::string path = {};  ///< ".field[].field"
  Type record = nullptr;  ///< whose member it is, if of any
  std::size_t field = 0;
  /// Whether it is, or is part of, what the members of a union share: one number for all of them.
  bool is_shared = false;
  std::uint64_t cell_offset = 0;  ///< of that number
};

/// A piece of memory: an object of one call's frame, a string, or all that a call allocates.
struct Instance {
  std::string name;
  Type type;
  mpz_class base;  ///< its address
  enum class Kind : std::uint8_t {
    automatic,
    static_,
    heap,  ///< any number of pieces of the type; its variables are indexed by addresses
  } kind = Kind::automatic;
  const Expr* string = nullptr;       ///< whose characters it has
  std::vector<ir::Var> lengths = {};  ///< of a variable array and those in it, from outside
  ir::Var next = nullptr;             ///< of a heap: the address of its next piece
  bool starts_as_zeros = false;       ///< a heap, of which no piece is used twice
  std::map<std::string, ir::Var> variables = {};
  std::map<std::string, Type> types = {};  ///< of the same
  const Object* object = nullptr;          ///< that it is of, if of any
  std::uint32_t depth = 0;                 ///< of the call within itself that it is of
  SourceLocation location = {};
};

/// An lvalue: a part of an instance, or what is at an address. Of a part of a union, leaf.offset is
/// where it is fixed to be, leaf.cell_offset where what the members share begins, and `inner` what
/// indices add.
struct Place {
  Type type;
  Instance* instance = nullptr;
  Leaf leaf = {};  ///< how to get there from the instance; of any type
  std::vector<ir::Expr> indices = {};
  ir::Expr address = {};
  std::vector<Target> targets = {};  ///< of the address
  ir::Expr inner = {};               ///< bytes further, by indices of arrays in unions; null: 0
};

/// A variable that an address may mean, and when it does.
struct Access {
  ir::Expr condition;
  ir::Var var = nullptr;
  ir::Expr index;  ///< null: it is no array
  Leaf leaf;
  const Instance* instance = nullptr;
  ir::Expr inner = {};  ///< where in what members of a union share, in bytes; null: at its start
};

/// What is going on where memory is accessed.
struct Activity {
  const std::map<const Function*, std::uint32_t>& depths;  ///< frames of each function
  /// Whether it may come again: then calls that are lowered later may have allocated before.
  bool in_cycle;
};

/// So many bytes of addresses are for what one call allocates, and for a variable array.
inline const mpz_class heap_span = mpz_class(1) << 24;
/// Arrays of which it is not known before how long they are, in others, are no longer.
inline const mpz_class longest_inner_array = mpz_class(1) << 20;

/// Valid C that the lowering does not know; whoever knows the place tells the user.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Where the objects of a program are, and by which variables of the model they are kept; see
/// docs/c-memory.md.
class Memory {
 public:
  Memory(ir::Context& context, Arithmetic& arithmetic, const Program& program,
         const PointsTo& points_to);

  Instance& instance(const Object* object, std::uint32_t depth);
  Instance& string(const Expr* literal);
  /// All that a call allocates, however often it is executed.
  Instance& heap(const Expr* site);
  /// What a call allocates that is executed once: an array if `length` is given, one element else.
  Instance& piece(const Expr* site, std::optional<std::uint64_t> length);
  /// What is in the memory that a call returns.
  Type element_type(const Expr* site);
  /// The address that stands for a function.
  mpz_class address_of(const Function* function) const;

  /// The scalar parts of a type; fields that the program never mentions are none.
  const std::vector<Leaf>& leaves(Type type);
  /// The same for a part of a type.
  std::vector<Leaf> leaves_below(const Leaf& at, Type type);
  /// Whether the program mentions the field.
  bool is_used(Type record, std::size_t field) const;
  Leaf member_of(const Leaf& base, Type record, std::size_t field);
  /// What the members of a union share; nothing if it is none, or has one member at most.
  std::optional<Leaf> cell_of(const Leaf& base, Type record);
  /// An unsigned integer of so many bytes; null: there is none.
  Type unsigned_integer(std::uint64_t size);
  /// Where in its cell a part of a union is.
  ir::Expr inner_offset(const Place& place);
  Leaf element_of(const Leaf& base, Type array);
  ir::Var variable(Instance& instance, const Leaf& leaf);
  /// Of a leaf with dimensions: where in its variable.
  ir::Expr index(const Leaf& leaf, const std::vector<ir::Expr>& indices);
  /// Throws Unsupported for a place in a variable array of variable arrays.
  ir::Expr address(const Place& place);
  /// That an address is in an instance.
  ir::Expr inside(const Instance& instance, ir::Expr address);
  /// Every variable that holds a scalar at an address; `activity` says what may be there.
  std::vector<Access> accesses(const Place& place, const Leaf& wanted, const Activity& activity);
  /// That an address is in one of its targets, but is no access.
  ir::Expr mismatch(const Place& place, const std::vector<Access>& accesses,
                    const Activity& activity);

  const std::deque<Instance>& instances() const { return instances_; }
  const std::vector<ir::Var>& variables() const { return variables_; }
  /// A variable of the lowering itself.
  ir::Var declare(const std::string& name, ir::Type type, SourceLocation location);

 private:
  void find_fields();
  void find_unlike_unions();
  /// Marks the fields of all records in a type as mentioned.
  void use_all_fields(Type type);
  /// Whether the program uses members of a union that are not all integers.
  bool has_unlike_members(Type record) const;
  void find_puns(const PointsTo& points_to);
  void note_pun(const PointsTo& points_to, const Expr* pointer, Type to);
  void collect_leaves(const Leaf& at, Type type, std::vector<Leaf>& result);
  /// Of a union whose members share memory: what all of them are kept as; null if it is not so.
  Type shared_storage(Type record);
  bool is_made_of_integers(Type type) const;
  Instance& add(std::string name, Type type, Instance::Kind kind, SourceLocation location);
  std::vector<Instance*> candidates(const Place& place, const Activity& activity);
  std::optional<Access> access(Instance& instance, const Leaf& leaf, const Place& place);
  /// Whether an address in it does not tell which of its variables it is about.
  bool is_mixed_heap(const Instance& instance);

  ir::Context& context_;
  Arithmetic& arithmetic_;
  const Program& program_;
  std::set<std::pair<Type, std::size_t>> fields_;  ///< that are mentioned
  std::map<const Expr*, Type> element_types_;      ///< of what calls allocate
  /// Whether an object may be accessed as another type than its own.
  bool puns_ = false;
  mpz_class next_address_ = 4096;
  mpz_class next_heap_ = mpz_class(1) << 28;
  std::deque<Instance> instances_;
  std::map<std::pair<const Object*, std::uint32_t>, Instance*> objects_;
  std::map<const Expr*, Instance*> sites_;
  std::map<const Expr*, std::vector<Instance*>> pieces_;
  std::deque<TypeRecord> made_types_;                ///< that the program does not have
  std::map<std::uint64_t, Type> unsigned_integers_;  ///< of those, by size
  std::map<Type, std::vector<Leaf>> leaves_;
  std::vector<ir::Var> variables_;
  std::map<std::string, std::uint32_t> names_;  ///< how often each was given
};

}  // namespace arges::frontend::c
