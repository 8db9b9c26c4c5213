#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/message/messages.h"
#include "core/simulation/run.h"
#include "core/solver/effective_mass.h"

namespace slipstick {

/// Applies the events at the start of a step. Returns false if the run ends or fails.
bool Simulation::Run::startStep() {
  const AnalysisStep& step = model->analysis[analysisStep];
  if (step.type != AnalysisType::dynamic) return true;
  const double time = solver->state().time;
  const double little = 1e-6 * (step.endTime - step.startTime) / step.numberOfSteps;
  const Touches& touches = system.touches();
  for (std::size_t i = touches.size(); i-- > 0;)
    if (!touches[i].isHand && !(time < touches[i].until - little)) system.releaseTouch(touches[i]), solver->disturbed();
  follow(false);
  for (std::size_t i = 0; i < ramps.size(); ++i) {
    if (!ramps[i].active) continue;
    const double value = ramps[i].at(time);
    system.setInput(static_cast<int>(i), value);
    ramps[i].active = value != ramps[i].to;
  }
  const auto isDue = [this](const Event& event) {
    return event.analysisStep < static_cast<int>(analysisStep) ||
           (event.analysisStep == static_cast<int>(analysisStep) && event.step <= steps);
  };
  while (nextEvent < events.size() && isDue(events[nextEvent])) {
    const Event& event = events[nextEvent++];
    if (event.analysisStep < static_cast<int>(analysisStep)) continue;  // its analysis step has ended
    if (std::string why = apply(event); !why.empty()) {
      fail({Stop::Reason::modelError, time, "Stopped at " + number(time) + " s: /events/" + std::to_string(event.number) + ": " + why});
      return false;
    }
    if (status != Status::running) return false;
  }
  for (std::size_t i = 0; i < posted.size(); ++i) {
    Event event = posted[i];
    event.analysisStep = static_cast<int>(analysisStep), event.step = steps;
    if (std::string why = apply(event); !why.empty()) {
      refused.push_back(std::move(why));
      continue;
    }
    dropLater();
    events.insert(events.begin() + static_cast<std::ptrdiff_t>(std::min(nextEvent, events.size())), event);
    ++nextEvent;
    if (status != Status::running) break;
  }
  posted.clear();
  return status == Status::running;
}

/// Updates inputs that follow sensors, with all sensor values from before the first change: at the end of a step, or at its start.
void Simulation::Run::follow(bool atEnd) {
  const auto& inputs = model->inputs;
  const auto isMeant = [atEnd](const ModelInput& input) { return input.follows >= 0 && input.atEnd == atEnd; };
  if (std::none_of(inputs.begin(), inputs.end(), isMeant)) return;
  recorder.sensorsIn(solver->state(), shown);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (isMeant(inputs[i]))
      system.setInput(static_cast<int>(i), shown[recorder.history().sensors()[inputs[i].follows].column - 1 + inputs[i].component]);
}

/// Applies an event; returns why that is impossible, or "".
std::string Simulation::Run::apply(const Event& event) {
  const double time = solver->state().time;
  const Touch* hand = handAmong(system.touches());
  switch (event.kind) {
    case Event::Kind::input:
      ramps[event.input] = {};
      if (event.rate)
        ramps[event.input] = {*event.rate > 0, system.input(event.input), event.value, *event.rate, time};
      else
        system.setInput(event.input, event.value);
      return "";
    case Event::Kind::grab:
      return grab(event);
    case Event::Kind::to:
    case Event::Kind::release:
      if (!hand) return "the hand holds no body";
      if (event.kind == Event::Kind::to) {
        Touch onward = *hand;
        onward.from = hand->target(time), onward.to = *event.to, onward.start = time;
        system.change(onward);
        return "";
      }
      system.releaseTouch(*hand);
      solver->disturbed();
      return "";
    case Event::Kind::push: {
      const AnalysisStep& step = model->analysis[analysisStep];
      const double duration = event.steps * ((step.endTime - step.startTime) / step.numberOfSteps);
      Touch push;
      push.object = event.object, push.link = event.link, push.at = event.at;
      push.force = (1 / duration) * event.impulse, push.until = time + duration;
      system.touch(push);
      solver->disturbed();
      return "";
    }
    case Event::Kind::end:
      if (isRecorded(analysisStep)) recorder.atEnd(solver->state());
      statistics.ended = messages::ended({number(time), messages::stoppedByHand()});
      endAnalysisStep();
      finish();
      return "";
  }
  return "";
}

std::string Simulation::Run::grab(const Event& event) {
  const AnalysisStep& step = model->analysis[analysisStep];
  const State now = solver->state();
  const System::Memory before = system.memory(workspace);
  Touch touch;
  touch.object = event.object, touch.link = event.link, touch.at = event.at;
  touch.frame = system.touch(touch);
  const double mass = effectiveMass(system, now, touch.frame, step.linearSolver, workspace);
  const std::string name = "'" + model->objects()[event.object].name + "'";
  if (!(mass > 0)) {
    system.recall(before, workspace);  // restores the state before the failed attempt
    return mass < 0 ? name + " cannot be grabbed at this point: a part that moves with it has no mass"
                    : name + " cannot be grabbed at this point: constraints hold it";
  }
  touch.stiffness = mass * step.handFrequency * step.handFrequency, touch.damping = 2 * mass * step.handFrequency;
  touch.from = touch.to = event.to ? *event.to : system.frame(system.motion(now, workspace), touch.frame).position;
  touch.start = now.time, touch.duration = event.duration;
  touch.isHand = true;
  if (const Touch* other = handAmong(system.touches())) system.releaseTouch(*other);
  system.change(touch);
  solver->disturbed();
  return "";
}

std::vector<Issue> Simulation::post(const Json& json) {
  Issues issues;
  if (run_->events.size() + run_->posted.size() >= static_cast<std::size_t>(DocumentLimits{}.events)) {
    issues.error(DocumentPlace(""), "a run may have at most " + std::to_string(DocumentLimits{}.events) + " events");
  } else if (const auto event = readEvent(json, *run_->model, issues)) {
    run_->posted.push_back(*event);
  }
  return issues.inDocumentOrder(json);
}

std::vector<std::string> Simulation::takeRefused() { return std::exchange(run_->refused, {}); }

Json Simulation::events() const {
  Json list = Json::array();
  for (std::size_t i = 0; i < run_->nextEvent; ++i) list.push_back(eventJson(run_->events[i], *run_->model));
  return list;
}

void Simulation::takeOver() {
  run_->live = true;
  run_->events.resize(std::min(run_->nextEvent, run_->events.size()));
  run_->dropLater();
  run_->decideOpen();
}

}  // namespace slipstick
