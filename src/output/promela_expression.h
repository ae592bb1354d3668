#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/machines/evaluator.h"

namespace arges::output {

/// An identifier of Promela for a name of the model.
std::string promela_name(const std::string& name);

/// Something that ends a run, and when: conditions are asked in their order.
struct PromelaFault {
  model::machines::Fault fault;
  std::string condition;
};

/// One of the objects that a reference may be, and when; an empty condition is always true.
struct PromelaObject {
  std::string condition;
  model::machines::ObjectId object;
};

/// What the variables are in the course of an event, in terms of those before it, so that all that
/// an event does can be decided before it does anything; and the expressions over them.
class PromelaValues {
 public:
  explicit PromelaValues(const model::machines::Model& model);

  /// No event writes it: it is a number here.
  bool is_constant(model::machines::ObjectId object, model::machines::VarId var) const;
  /// A parameter that a transition declares: between events it is what it was at first.
  bool is_temporary(model::machines::ObjectId object, model::machines::VarId var) const;
  static std::string variable_name(const model::machines::Model& model,
                                   model::machines::ObjectId object, model::machines::VarId var);
  std::string get(model::machines::ObjectId object, model::machines::VarId var) const;
  void set(model::machines::ObjectId object, model::machines::VarId var, std::string value);
  /// Those that were set, with what they are.
  const std::map<std::pair<model::machines::ObjectId, model::machines::VarId>, std::string>&
  changed() const {
    return changed_;
  }

  /// The expression as text; what may be wrong with it is appended to the faults.
  std::string evaluate(model::machines::ObjectId self, model::machines::ExprId expression,
                       std::vector<PromelaFault>& faults) const;
  /// The objects behind so many references of a path.
  std::vector<PromelaObject> follow(model::machines::ObjectId self,
                                    const model::machines::Expression& path, std::size_t references,
                                    std::vector<PromelaFault>& faults) const;
  /// The objects that a text with a reference may be.
  std::vector<PromelaObject> objects(const std::string& reference, model::machines::ClassId type,
                                     const std::string& condition,
                                     std::vector<PromelaFault>& faults) const;

 private:
  std::string infix(const model::machines::Expression& expression, model::machines::ObjectId self,
                    std::vector<PromelaFault>& faults) const;
  std::string choice(const model::machines::Expression& expression, model::machines::ObjectId self,
                     std::vector<PromelaFault>& faults) const;

  const model::machines::Model& model_;
  std::set<std::pair<model::machines::ClassId, model::machines::VarId>> written_;
  /// Those that are written through references.
  std::set<std::pair<model::machines::ClassId, model::machines::VarId>> reached_;
  std::map<std::pair<model::machines::ObjectId, model::machines::VarId>, std::string> changed_;
};

/// The control state of an object, where a condition asks for it.
std::string promela_state(const model::machines::Model& model, model::machines::ObjectId object);
std::string promela_and(const std::string& a, const std::string& b);
std::string promela_not(const std::string& a);
/// Whether one of these occurs; "" if there is none.
std::string promela_any(const std::vector<PromelaFault>& faults);

}  // namespace arges::output
