// Runs an SCXML document by Qt's runtime, for comparison with `arges simulate`:
// qt_runner FILE [VARIABLE...] < EVENTS
//
// The name of an event on each line of the input; an empty line begins a new run. Each gives a line
// of JSON: the active atomic states, sorted, and the values of the variables. The first line is the
// first start. Time stands still: timers never fire.
#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScxmlDataModel>
#include <QScxmlError>
#include <QScxmlStateMachine>
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>

namespace {

/// One run of a document, from its start.
class Run {
 public:
  explicit Run(const QString& path) : machine_(QScxmlStateMachine::fromFile(path)) {
    for (const QScxmlError& error : machine_->parseErrors())
      std::cerr << error.toString().toStdString() << "\n";
    if (!machine_->parseErrors().isEmpty()) return;
    is_valid_ = machine_->init();
    QObject::connect(machine_.get(), &QScxmlStateMachine::finished, [this] { is_over_ = true; });
    machine_->start();
    settle();
  }

  bool is_valid() const { return is_valid_; }

  void send(const std::string& event) {
    if (is_over_) return;
    machine_->submitEvent(QString::fromStdString(event));
    settle();
  }

  void print(const QStringList& variables) const {
    QStringList active = machine_->activeStateNames(true);
    std::sort(active.begin(), active.end());
    QJsonObject values;
    for (const QString& variable : variables)
      values[variable] = QJsonValue::fromVariant(machine_->dataModel()->scxmlProperty(variable));
    const QJsonDocument line(QJsonObject{{"configuration", QJsonArray::fromStringList(active)},
                                         {"variables", values},
                                         {"running", !is_over_}});
    std::cout << line.toJson(QJsonDocument::Compact).toStdString() << std::endl;
  }

 private:
  static void settle() {
    QAbstractEventDispatcher* dispatcher = QAbstractEventDispatcher::instance();
    while (dispatcher->processEvents(QEventLoop::X11ExcludeTimers)) {
    }
  }

  std::unique_ptr<QScxmlStateMachine> machine_;
  bool is_valid_ = false;
  bool is_over_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_NO_GLIB", "1");  // the dispatcher that knows how to leave timers out
  QCoreApplication application(argc, argv);
  if (argc < 2) {
    std::cerr << "usage: qt_runner FILE [VARIABLE...] < EVENTS\n";
    return 2;
  }
  const QStringList arguments = QCoreApplication::arguments();
  const QString path = arguments[1];
  const QStringList variables = arguments.mid(2);
  auto run = std::make_unique<Run>(path);
  if (!run->is_valid()) return 1;
  run->print(variables);
  for (std::string event; std::getline(std::cin, event);) {
    if (event.empty())
      run = std::make_unique<Run>(path);
    else
      run->send(event);
    run->print(variables);
  }
  return 0;
}
