// Remarks on an answer: a code, which pages translate, with its values, and a sentence in English.
#pragma once

#include <initializer_list>
#include <string>

#include "core/simulation/json.h"

namespace slipstick {

enum class RemarkCode : unsigned char {
  right,
  partlyRight,
  wrong,
  tooSmall,
  tooLarge,
  nothingChosen,
  noSuchChoice,
  notANumber,
  hasNoUnit,
  unknownUnit,
  otherUnit,
  answerWithoutMeasure,
  answerNotFinite,
  noRun,
  valueNotANumber,
  valueFixed,
  valueBelow,
  valueAbove,
  runImpossible,
  runFailed,
  conditionMet,
  conditionNotMet,
  conditionWithoutMeasure,
  conditionNotFinite,
  noCurve,
  noSuchCurve,
  curveTooShort,
  curveAway,
};

/// A code with its sentence, in which `{name}` is replaced by a value.
struct RemarkText {
  RemarkCode code;
  const char* name;
  const char* english;
};
inline constexpr RemarkText remarkTexts[] = {
    {RemarkCode::right, "right", "Right."},
    {RemarkCode::partlyRight, "partlyRight", "Partly right."},
    {RemarkCode::wrong, "wrong", "Not right."},
    {RemarkCode::tooSmall, "tooSmall", "Not right: too small."},
    {RemarkCode::tooLarge, "tooLarge", "Not right: too large."},
    {RemarkCode::nothingChosen, "nothingChosen", "Nothing was chosen."},
    {RemarkCode::noSuchChoice, "noSuchChoice", "There is no such choice."},
    {RemarkCode::notANumber, "notANumber", "This is not a number."},
    {RemarkCode::hasNoUnit, "hasNoUnit", "This number has no unit."},
    {RemarkCode::unknownUnit, "unknownUnit", "The unit “{unit}” is unknown here."},
    {RemarkCode::otherUnit, "otherUnit", "“{unit}” does not fit: this number is in {wanted}."},
    {RemarkCode::answerWithoutMeasure, "answerWithoutMeasure", "There is no right answer: {measure} has no value, {reason}."},
    {RemarkCode::answerNotFinite, "answerNotFinite", "There is no right answer: it is not a finite number."},
    {RemarkCode::noRun, "noRun", "There is no run."},
    {RemarkCode::valueNotANumber, "valueNotANumber", "The value of '{name}' is not a number."},
    {RemarkCode::valueFixed, "valueFixed", "'{name}' must not be changed."},
    {RemarkCode::valueBelow, "valueBelow", "'{name}' must be {min} or more, got {value}."},
    {RemarkCode::valueAbove, "valueAbove", "'{name}' must be {max} or less, got {value}."},
    {RemarkCode::runImpossible, "runImpossible", "The run cannot start: {reason}"},
    {RemarkCode::runFailed, "runFailed", "The run failed: {reason}"},
    {RemarkCode::conditionMet, "conditionMet", "The run meets the condition."},
    {RemarkCode::conditionNotMet, "conditionNotMet", "The run does not meet the condition."},
    {RemarkCode::conditionWithoutMeasure, "conditionWithoutMeasure",
     "The run does not meet the condition: {measure} has no value, {reason}."},
    {RemarkCode::conditionNotFinite, "conditionNotFinite", "The run does not meet the condition: its value is not a finite number."},
    {RemarkCode::noCurve, "noCurve", "There is no curve."},
    {RemarkCode::noSuchCurve, "noSuchCurve", "The run has no such curve."},
    {RemarkCode::curveTooShort, "curveTooShort", "The curve does not reach from start to end."},
    {RemarkCode::curveAway, "curveAway", "The curve deviates by {percent} % of its range on average."},
};
static_assert([] {
  int code = 0;
  for (const RemarkText& text : remarkTexts)
    if (static_cast<int>(text.code) != code++) return false;
  return code == static_cast<int>(RemarkCode::curveAway) + 1;
}());

struct Remark {
  Remark(RemarkCode code, std::initializer_list<Field> values = {}) : code(code), values(object(values)) {}

  RemarkCode code;
  Json values;  // by the names in the sentence: texts and numbers

  const char* name() const { return remarkTexts[static_cast<int>(code)].name; }
  std::string english() const;
};

}  // namespace slipstick
