#include "core/model/values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "core/math/decimal.h"
#include "core/math/inertia.h"
#include "core/message/messages.h"

namespace slipstick {
namespace {

template <class T>
constexpr bool isReference = false;
template <class Tag>
constexpr bool isReference<Reference<Tag>> = true;

template <class T>
constexpr bool isReferenceArray = false;
template <class Tag, std::size_t n>
constexpr bool isReferenceArray<std::array<Reference<Tag>, n>> = true;

template <class T>
constexpr bool isReferenceList = false;
template <class Tag>
constexpr bool isReferenceList<std::vector<Reference<Tag>>> = true;

/// Rows × columns of the fixed-size types, and the location of their numbers.
template <class T>
constexpr Shape fixedShape{0, 0};
template <std::size_t n>
constexpr Shape fixedShape<std::array<double, n>>{static_cast<int>(n), 1};
template <>
constexpr Shape fixedShape<Matrix6>{6, 6};
template <>
constexpr Shape fixedShape<Vector3>{3, 1};
template <>
constexpr Shape fixedShape<Matrix3>{3, 3};

template <class T>
double* numbersOf(T& value) {
  if constexpr (std::is_same_v<T, Vector3>)
    return &value.x;
  else if constexpr (std::is_same_v<T, Matrix3>)
    return &value.rows[0][0];
  else
    return value.data();
}
static_assert(sizeof(Vector3) == 3 * sizeof(double) && sizeof(Matrix3) == 9 * sizeof(double));

Message shapeText(const Shape& shape) {
  if (shape.size() == 1) return messages::aNumber();
  if (shape.columns == 1) return messages::listOfNumbers({std::to_string(shape.rows)});
  return "a " + std::to_string(shape.rows) + "×" + std::to_string(shape.columns) + " matrix";
}

Message article(ItemKind kind) {
  constexpr const MessageTemplate* words[] = {&messages::aNode, &messages::anObject, &messages::aMarker, &messages::aLoad,
                                              &messages::aSensor};
  return (*words[static_cast<int>(kind)])();
}

bool isRow(const Shape& shape) { return shape.rows == 1 && shape.columns > 1; }

bool within(const Range& range, double value) {
  switch (range.kind) {
    case Range::Kind::positive:
    case Range::Kind::belowOne:
    case Range::Kind::upToOne:
    case Range::Kind::atLeastOne:
      return value > 0;
    case Range::Kind::nonNegative:
      return value >= 0;
    case Range::Kind::unitInterval:
      return value >= 0 && value <= 1;
    case Range::Kind::oneOf:
      return std::find(range.choices().begin(), range.choices().end(), value) != range.choices().end();
    default:
      return true;
  }
}

/// Returns whether a positive factor is also on the recommended side of 1; otherwise a warning is issued.
bool isAdvisable(const Range& range, double value) {
  switch (range.kind) {
    case Range::Kind::belowOne:
      return value < 1;
    case Range::Kind::upToOne:
      return value <= 1;
    case Range::Kind::atLeastOne:
      return value >= 1;
    default:
      return true;
  }
}

/// Returns the largest deviation of R Rᵀ from the identity; infinite for a reflection.
double deviationFromRotation(const Matrix3& r) {
  if (!(dot(cross(r.column(0), r.column(1)), r.column(2)) > 0)) return std::numeric_limits<double>::infinity();
  const Matrix3 product = r * transpose(r);
  double most = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) most = std::max(most, std::abs(product[i][j] - (i == j)));
  return most;
}

bool isSymmetric(const Matrix3& m) {
  double largest = 0, difference = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      largest = std::max(largest, std::abs(m[i][j])), difference = std::max(difference, std::abs(m[i][j] - m[j][i]));
  return difference <= roundingOfMoments * largest;
}

/// Reads one value into one target; the alternatives of Target differ in `into`.
class TargetReader {
 public:
  TargetReader(const ValueReader& reader, const Json& json, const Row& row, const Target& target, const DocumentPlace& place)
      : reader_(reader), json_(json), row_(row), target_(target), place_(place) {}

  bool operator()(double* value) {
    if (json_.is_array()) return refuse();
    const auto constant = numbers();
    if (!constant) return false;
    if (constant->shape.size() != 1) return mismatch(*constant);
    *value = constant->values[0];
    return inRange(*value, place_);
  }

  bool operator()(int* value) {
    if (json_.is_array()) return refuse();
    if (row_.orFlag && json_.is_boolean()) {
      *value = json_.get<bool>();
      return true;
    }
    if (const auto number = named(json_)) {
      *value = static_cast<int>(*number);
      return true;
    }
    if (!row_.range.named().empty() && isNoFormula()) return refuseWord(json_, place_);
    const auto constant = numbers();
    if (!constant) return false;
    if (constant->shape.size() != 1) return mismatch(*constant);
    return whole(constant->values[0], *value, place_) && inRange(*value, place_, true);
  }

  bool operator()(bool* value) {
    if (json_.is_boolean()) {
      *value = json_.get<bool>();
      return true;
    }
    if (!json_.is_string()) return refuse();
    const auto constant = reader_.constant(json_, place_);
    if (!constant) return false;
    if (constant->shape.size() != 1 || (constant->values[0] != 0 && constant->values[0] != 1)) return mismatch(*constant);
    *value = constant->values[0] == 1;
    return true;
  }

  bool operator()(VectorX* value) {
    const auto constant = numbers();
    if (!constant) return false;
    const bool list = json_.is_array() ? constant->shape.columns <= 1 : constant->shape.columns == 1 || isRow(constant->shape);
    if (!list || json_.is_number()) return mismatch(*constant);
    // If the default has a size, it is the size of the type, such as the 7 coordinates of a node.
    if (!value->empty() && value->size() != constant->values.size()) return refuseSize(value->size(), *constant);
    *value = constant->values;
    return allInRange(constant->values);
  }

  bool operator()(MatrixX* value) {
    const auto constant = numbers();
    if (!constant) return false;
    const bool empty = constant->values.empty();
    const bool nested = json_.is_string() || empty || (json_.is_array() && (json_[0].is_array() || constant->shape.columns > 1));
    if (!nested) return mismatch(*constant);
    *value = {empty ? 0 : constant->shape.rows, empty ? 0 : constant->shape.columns, constant->values};
    return allInRange(constant->values);
  }

  bool operator()(std::vector<int>* value) {
    if (!row_.range.named().empty() && json_.is_array()) return words(*value);
    const auto constant = numbers();
    if (!constant) return false;
    if (constant->shape.columns > 1 || json_.is_number()) return mismatch(*constant);
    if (!value->empty() && value->size() != constant->values.size()) return refuseSize(value->size(), *constant);
    std::vector<int> entries(constant->values.size());
    bool good = true;
    for (std::size_t i = 0; i < entries.size(); ++i) good &= whole(constant->values[i], entries[i], entryPlace(i));
    *value = entries;
    return good && allInRange(constant->values);
  }

  template <class Fixed>
  requires(fixedShape<Fixed>.rows > 0) bool operator()(Fixed* value) {
    const auto constant = numbers();
    return constant && fixed(*constant, *value);
  }

  template <class Fixed>
  requires(fixedShape<Fixed>.rows > 0) bool operator()(std::vector<Fixed>* value) {
    value->clear();
    constexpr Shape shape = fixedShape<Fixed>;
    if (json_.is_string()) {  // a formula: the rows are the vectors
      const auto constant = numbers();
      if (!constant) return false;
      const int size = shape.size();
      if (shape.columns > 1 || constant->shape.columns != size) return mismatch(*constant);
      for (int i = 0; i < constant->shape.rows; ++i) {
        value->emplace_back();
        std::copy_n(constant->values.data() + i * size, size, numbersOf(value->back()));
      }
      return true;
    }
    if (!json_.is_array()) return refuse();
    bool good = true;
    for (std::size_t i = 0; i < json_.size(); ++i) {
      value->emplace_back();
      good &= TargetReader(reader_, json_[i], row_, &value->back(), place_.at(static_cast<int>(i)))(&value->back());
    }
    return good;
  }

  template <class Tag>
  bool operator()(Reference<Tag>* value) {
    return reference(kindOf(Reference<Tag>()), value->index, row_.needs);
  }
  template <class Tag, std::size_t n>
  bool operator()(std::array<Reference<Tag>, n>* value) {
    if (!json_.is_array() || json_.size() != n) return refuse();
    bool good = true;
    for (std::size_t i = 0; i < n; ++i) good &= entry(i, &(*value)[i]);
    return good;
  }
  template <class Tag>
  bool operator()(std::vector<Reference<Tag>>* value) {
    if (!json_.is_array()) return refuse();
    value->assign(json_.size(), {});
    bool good = true;
    for (std::size_t i = 0; i < json_.size(); ++i) good &= entry(i, &(*value)[i]);
    return good;
  }

  bool operator()(OutputVariable* value) {
    std::vector<std::string> names;
    for (int i = 1; i < static_cast<int>(OutputVariable::count); ++i) names.push_back(outputVariableName(static_cast<OutputVariable>(i)));
    if (!json_.is_string()) return refuse();
    const std::string& name = json_.get_ref<const std::string&>();
    const auto known = std::find(names.begin(), names.end(), name);
    if (known == names.end()) {
      reader_.issues().error(place_, "unknown output variable " + quote(name) + suggestion(name, names));
      return false;
    }
    *value = static_cast<OutputVariable>(known - names.begin() + 1);
    return true;
  }

  bool operator()(UserFunction*) { return true; }

  bool operator()(std::string* value) {
    if (row_.says == Says::color && json_.is_array()) {
      const auto constant = reader_.constant(json_, place_);
      if (constant) *value = colorText(constant->values);
      return constant.has_value();
    }
    if (!json_.is_string()) return refuse();
    const std::string& text = json_.get_ref<const std::string&>();
    *value = row_.says == Says::color ? colorText(text) : text;
    if (row_.says == Says::color && value->empty())
      reader_.issues().warning(
          place_, quote(text) + " is not a colour: use '#1f5f8b', a common name such as 'orange', or red, green and blue between 0 and 1");
    if (row_.says == Says::input) {
      const std::vector<std::string>& inputs = reader_.scope().inputs;
      if (std::find(inputs.begin(), inputs.end(), text) != inputs.end()) return true;
      reader_.issues().error(place_, withSuggestion(messages::notCalled({messages::input(), quote(text)}), text, inputs));
      return false;
    }
    if (row_.says != Says::word) return true;
    const std::vector<std::string> words(row_.words.begin(), row_.words.end());
    if (std::find(words.begin(), words.end(), text) != words.end()) return true;
    reader_.issues().error(place_, withSuggestion(refusal(found(json_)), text, words));
    return false;
  }

 private:
  Message refusal(Message what) const { return messages::mustBe({expected(target_, row_), std::move(what)}); }
  bool refuse(Message what) {
    reader_.issues().error(place_, refusal(std::move(what)));
    return false;
  }
  bool refuse() { return refuse(found(json_)); }
  bool mismatch(const Constant& constant) {
    if (!json_.is_string()) {
      if (json_.is_array() && constant.shape.columns > 1) return refuse(shapeText(constant.shape));
      return refuse();
    }
    const std::string value = constant.shape.size() == 1 ? numberText(constant.values[0]) : shapeText(constant.shape);
    return refuse(value + " from " + quote(json_.get_ref<const std::string&>()));
  }
  bool refuseSize(std::size_t size, const Constant& constant) {
    const Message what =
        json_.is_string() ? Message(shapeText(constant.shape) + " from " + quote(json_.get_ref<const std::string&>())) : found(json_);
    const Message wanted = messages::listOfNumbers({std::to_string(size)});
    reader_.issues().error(place_, messages::mustBe({withUnit(wanted, unitText(row_.unit)), what}));
    return false;
  }

  /// Reads numbers or a formula; other JSON is rejected with the expected values of this target.
  std::optional<Constant> numbers() {
    if (json_.is_number() || json_.is_string() || json_.is_array()) return reader_.constant(json_, place_);
    refuse();
    return std::nullopt;
  }

  template <class Fixed>
  bool fixed(const Constant& constant, Fixed& value) {
    constexpr Shape shape = fixedShape<Fixed>;
    const bool transposedVector = shape.columns == 1 && isRow(constant.shape) && constant.shape.columns == shape.rows && json_.is_string();
    if (constant.shape != shape && !transposedVector) return mismatch(constant);
    std::copy(constant.values.begin(), constant.values.end(), numbersOf(value));
    if (row_.range.kind == Range::Kind::unitVector) {
      double squares = 0;
      for (const double number : constant.values) squares += number * number;
      if (std::abs(std::sqrt(squares) - 1) > 1e-9) {
        reader_.issues().error(place_, messages::directionOfLength({numberText(std::sqrt(squares))}));
        return false;
      }
    }
    if constexpr (std::is_same_v<Fixed, Matrix3>)
      if (row_.range.kind == Range::Kind::rotation && !isRotation(value)) return false;
    if constexpr (std::is_same_v<Fixed, Matrix3> || std::is_same_v<Fixed, Vector6>)
      if (row_.range.kind == Range::Kind::inertia && !isInertia(value)) return false;
    return allInRange(constant.values);
  }

  /// Accepts rounded entries, and left-handed frames, since their results are defined. A matrix that is far from a rotation would scale and
  /// shear.
  bool isRotation(const Matrix3& value) {
    constexpr double rounding = 1e-9, most = 1e-2;
    const double deviation = deviationFromRotation(value);
    if (deviation <= rounding) return true;
    const std::string what = "must be a rotation matrix (orthonormal, determinant 1), got one ";
    if (deviation <= most) {
      reader_.issues().warning(place_, what + "whose product with its transpose is off by " + numberText(deviation) +
                                           ": write it as a formula such as 'rotX(0.1)' or with more digits");
      return true;
    }
    const double ofMirror = deviationFromRotation(-1.0 * value);
    if (ofMirror <= most) {
      reader_.issues().warning(place_, "should be a rotation matrix (orthonormal, determinant 1), but its determinant is -1: it mirrors");
      return true;
    }
    reader_.issues().error(place_, what + (std::isinf(deviation) ? "whose determinant is not positive"
                                                                 : "whose product with its transpose is off by " + numberText(deviation)));
    return false;
  }

  template <class Fixed>
  requires(std::is_same_v<Fixed, Matrix3> || std::is_same_v<Fixed, Vector6>) bool isInertia(const Fixed& value) {
    const Matrix3 tensor = inertiaTensor(value);
    if (!isSymmetric(tensor)) reader_.issues().warning(place_, "should be a symmetric matrix");
    const Vector3 moments = principalMoments(tensor);
    if (moments.x >= -roundingOfMoments * moments.z) return true;
    reader_.issues().error(place_, "must have principal moments of 0 or more, got " + numberText(moments.x) + ", " + numberText(moments.y) +
                                       " and " + numberText(moments.z));
    return false;
  }

  DocumentPlace entryPlace(std::size_t i) const { return json_.is_array() && i < json_.size() ? place_.at(static_cast<int>(i)) : place_; }

  bool inRange(double value, const DocumentPlace& place, bool whole = false) {
    if (within(row_.range, value)) {
      if (!isAdvisable(row_.range, value))
        reader_.issues().warning(place, "should be " + rangeText(row_.range) + ", got " + numberText(value));
      return true;
    }
    reader_.issues().error(place, messages::mustBe({withUnit(rangeText(row_.range, whole), unitText(row_.unit)), numberText(value)}));
    return false;
  }
  bool allInRange(const std::vector<double>& values) {
    bool good = true;
    const std::size_t columns = json_.is_array() && !json_.empty() && json_[0].is_array() ? json_[0].size() : 1;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (within(row_.range, values[i])) continue;
      const DocumentPlace row = entryPlace(i / columns);
      good &= inRange(values[i], columns > 1 ? row.at(static_cast<int>(i % columns)) : row);
    }
    return good;
  }

  bool whole(double value, int& result, const DocumentPlace& place) {
    if (value != std::floor(value) || std::abs(value) > std::numeric_limits<int>::max()) {
      reader_.issues().error(place, messages::mustBe({messages::aWholeNumber(), numberText(value)}));
      return false;
    }
    result = static_cast<int>(value);
    return true;
  }

  /// Returns the number that a word represents.
  std::optional<double> named(const Json& json) const {
    if (!json.is_string()) return std::nullopt;
    for (const Choice& choice : row_.range.named())
      if (json.get_ref<const std::string&>() == choice.name) return choice.value;
    return std::nullopt;
  }
  bool isNoFormula() const {
    Issues unheard;
    return json_.is_string() && !ValueReader(reader_.scope(), unheard).constant(json_, place_);
  }
  bool refuseWord(const Json& json, const DocumentPlace& place) {
    std::vector<std::string> names;
    for (const Choice& choice : row_.range.named()) names.emplace_back(choice.name);
    const Message refusal = messages::mustBe({rangeText(row_.range), found(json)});
    reader_.issues().error(place, json.is_string() ? withSuggestion(refusal, json.get_ref<const std::string&>(), names) : refusal);
    return false;
  }
  /// Reads a list in which words may replace numbers.
  bool words(std::vector<int>& value) {
    value.assign(json_.size(), 0);
    bool good = true;
    for (std::size_t i = 0; i < json_.size(); ++i) {
      const Json& entry = json_[i];
      if (const auto number = named(entry)) {
        value[i] = static_cast<int>(*number);
      } else if (entry.is_number()) {
        good &= whole(entry.get<double>(), value[i], entryPlace(i)) && inRange(value[i], entryPlace(i));
      } else {
        good = refuseWord(entry, entryPlace(i));
      }
    }
    return good;
  }

  bool refuseReference(ItemKind kind) {
    reader_.issues().error(place_, messages::mustBe({messages::nameOrNumberOf({article(kind)}), found(json_)}));
    return false;
  }

  template <class Tag>
  bool entry(std::size_t i, Reference<Tag>* value) {
    return TargetReader(reader_, json_[i], row_, target_, place_.at(static_cast<int>(i)))
        .reference(kindOf(Reference<Tag>()), value->index, i + 1 == json_.size() && row_.needsOfLast ? row_.needsOfLast : row_.needs);
  }

  bool reference(ItemKind kind, int& index, Capabilities needs) {
    Issues& issues = reader_.issues();
    const std::string word = kindName(kind);
    const ItemNames* names = reader_.names();
    if (json_.is_string()) {
      const std::string& name = json_.get_ref<const std::string&>();
      index = names->find(kind, name);
      if (index < 0) {
        const Message unknown = messages::notCalled({kindWord(kind), quote(name)});
        issues.error(place_, issues.full() ? unknown : withSuggestion(unknown, name, names->names(kind)));
        return false;
      }
    } else if (json_.is_number()) {
      const double number = json_.get<double>();
      if (number != std::floor(number)) return refuseReference(kind);
      if (number == -1) {
        index = -1;
        if (row_.presence == Presence::required) issues.error(place_, "must name " + article(kind) + ", got -1 (none)");
        return row_.presence != Presence::required;
      }
      if (number < 0 || number >= names->count(kind)) {
        const int count = names->count(kind);
        issues.error(place_, "there is no " + word + " " + numberText(number) +
                                 (count == 0   ? ": the model has no " + word + "s"
                                  : count == 1 ? ": the model has one, number 0"
                                               : ": the model has " + std::to_string(count) + ", from 0 to " + std::to_string(count - 1)));
        return false;
      }
      index = static_cast<int>(number);
    } else {
      return refuseReference(kind);
    }
    const ItemNames::Entry& target = names->entry(kind, index);
    if (!target.type || (target.type->provides & needs) == needs) return true;
    const std::string called = target.name.empty() ? word + " " + std::to_string(index) : word + " " + quote(target.name);
    const std::string offered = capability::describe(target.type->provides);
    issues.error(place_, "needs " + article(kind) + " with " + capability::describe(needs & ~target.type->provides) + ", but " + called +
                             " (" + target.type->name + ") has " + (offered.empty() ? "none" : "only " + offered));
    return false;
  }

  const ValueReader& reader_;
  const Json& json_;
  const Row& row_;
  const Target target_;
  const DocumentPlace place_;
};

Json matrixJson(const double* values, int rows, int columns) {
  Json json = Json::array();
  for (int i = 0; i < rows; ++i) json.push_back(std::vector<double>(values + i * columns, values + (i + 1) * columns));
  return json;
}

/// Describes the texts that a row accepts.
Message textExpected(const Row& row) {
  switch (row.says) {
    case Says::text:
      return messages::aText();
    case Says::localised:
      return "a text, or an object with translations";
    case Says::word:
      return "one of " + joined({row.words.begin(), row.words.end()});
    case Says::color:
      return "a colour such as '#1f5f8b'";
    case Says::sensor:
      return "the name of a sensor";
    case Says::line:
      return "the name of a cable or belt";
    case Says::object:
      return "the name of an object";
    case Says::parameter:
      return "the name of a parameter of the model";
    case Says::output:
      return "the name of an output variable";
    case Says::formula:
      return "a formula";
    case Says::input:
      return "the name of an input";
  }
  return "";
}

}  // namespace

/// The colour names of CSS, each with its digits.
constexpr std::string_view namedColors =
    " "
    "aliceblue#f0f8ff antiquewhite#faebd7 aqua#00ffff aquamarine#7fffd4 azure#f0ffff beige#f5f5dc bisque#ffe4c4 "
    "black#000000 blanchedalmond#ffebcd blue#0000ff blueviolet#8a2be2 brown#a52a2a burlywood#deb887 cadetblue#5f9ea0 "
    "chartreuse#7fff00 chocolate#d2691e coral#ff7f50 cornflowerblue#6495ed cornsilk#fff8dc crimson#dc143c cyan#00ffff "
    "darkblue#00008b darkcyan#008b8b darkgoldenrod#b8860b darkgray#a9a9a9 darkgreen#006400 darkgrey#a9a9a9 "
    "darkkhaki#bdb76b darkmagenta#8b008b darkolivegreen#556b2f darkorange#ff8c00 darkorchid#9932cc darkred#8b0000 "
    "darksalmon#e9967a darkseagreen#8fbc8f darkslateblue#483d8b darkslategray#2f4f4f darkslategrey#2f4f4f "
    "darkturquoise#00ced1 darkviolet#9400d3 deeppink#ff1493 deepskyblue#00bfff dimgray#696969 dimgrey#696969 "
    "dodgerblue#1e90ff firebrick#b22222 floralwhite#fffaf0 forestgreen#228b22 fuchsia#ff00ff gainsboro#dcdcdc "
    "ghostwhite#f8f8ff gold#ffd700 goldenrod#daa520 gray#808080 green#008000 greenyellow#adff2f grey#808080 "
    "honeydew#f0fff0 hotpink#ff69b4 indianred#cd5c5c indigo#4b0082 ivory#fffff0 khaki#f0e68c lavender#e6e6fa "
    "lavenderblush#fff0f5 lawngreen#7cfc00 lemonchiffon#fffacd lightblue#add8e6 lightcoral#f08080 lightcyan#e0ffff "
    "lightgoldenrodyellow#fafad2 lightgray#d3d3d3 lightgreen#90ee90 lightgrey#d3d3d3 lightpink#ffb6c1 lightsalmon#ffa07a "
    "lightseagreen#20b2aa lightskyblue#87cefa lightslategray#778899 lightslategrey#778899 lightsteelblue#b0c4de "
    "lightyellow#ffffe0 lime#00ff00 limegreen#32cd32 linen#faf0e6 magenta#ff00ff maroon#800000 mediumaquamarine#66cdaa "
    "mediumblue#0000cd mediumorchid#ba55d3 mediumpurple#9370db mediumseagreen#3cb371 mediumslateblue#7b68ee "
    "mediumspringgreen#00fa9a mediumturquoise#48d1cc mediumvioletred#c71585 midnightblue#191970 mintcream#f5fffa "
    "mistyrose#ffe4e1 moccasin#ffe4b5 navajowhite#ffdead navy#000080 oldlace#fdf5e6 olive#808000 olivedrab#6b8e23 "
    "orange#ffa500 orangered#ff4500 orchid#da70d6 palegoldenrod#eee8aa palegreen#98fb98 paleturquoise#afeeee "
    "palevioletred#db7093 papayawhip#ffefd5 peachpuff#ffdab9 peru#cd853f pink#ffc0cb plum#dda0dd powderblue#b0e0e6 "
    "purple#800080 rebeccapurple#663399 red#ff0000 rosybrown#bc8f8f royalblue#4169e1 saddlebrown#8b4513 salmon#fa8072 "
    "sandybrown#f4a460 seagreen#2e8b57 seashell#fff5ee sienna#a0522d silver#c0c0c0 skyblue#87ceeb slateblue#6a5acd "
    "slategray#708090 slategrey#708090 snow#fffafa springgreen#00ff7f steelblue#4682b4 tan#d2b48c teal#008080 "
    "thistle#d8bfd8 tomato#ff6347 turquoise#40e0d0 violet#ee82ee wheat#f5deb3 white#ffffff whitesmoke#f5f5f5 "
    "yellow#ffff00 yellowgreen#9acd32 ";

std::string colorText(std::string_view text) {
  const std::string name = " " + std::string(text) + "#";
  if (const std::size_t at = namedColors.find(name); at != std::string_view::npos && text.find_first_of("# ") == std::string_view::npos)
    return std::string(namedColors.substr(at + name.size() - 1, 7));
  const bool digits = text.size() > 1 && text[0] == '#' && text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string_view::npos;
  if (digits && text.size() == 7) return std::string(text);
  if (digits && text.size() == 4) return {'#', text[1], text[1], text[2], text[2], text[3], text[3]};
  return "";
}

std::string colorText(const std::vector<double>& numbers) {
  if (numbers.size() < 3 || *std::min_element(numbers.begin(), numbers.begin() + 3) < 0) return "";  // negative: the default colour
  std::string text = "#";
  for (int i = 0; i < 3; ++i) {
    const int value = static_cast<int>(255 * std::min(1.0, numbers[i]) + 0.5);
    for (const int digit : {value / 16, value % 16}) text += "0123456789abcdef"[digit];
  }
  return text;
}

Message rangeText(const Range& range, bool whole) {
  switch (range.kind) {
    case Range::Kind::any:
      return "";
    case Range::Kind::positive:
      return whole ? messages::oneOrMore() : messages::moreThanZero();
    case Range::Kind::nonNegative:
      return messages::zeroOrMore();
    case Range::Kind::unitInterval:
      return messages::betweenZeroAndOne();
    case Range::Kind::belowOne:
      return messages::moreThanZeroLessThanOne();
    case Range::Kind::upToOne:
      return messages::moreThanZeroAtMostOne();
    case Range::Kind::atLeastOne:
      return messages::oneOrMore();
    case Range::Kind::unitVector:
      return "length 1";
    case Range::Kind::rotation:
      return messages::rotationMatrix();
    case Range::Kind::inertia:
      return "principal moments of 0 or more";
    case Range::Kind::oneOf: {
      std::vector<std::string> choices;
      for (const double choice : range.choices()) choices.push_back(numberText(choice));
      for (std::size_t i = 0; i < range.named().size(); ++i) choices[i] = range.named()[i].name + (" (" + choices[i] + ")");
      return "one of " + joined(choices);
    }
  }
  return "";
}

bool ItemNames::add(ItemKind kind, std::string name, const ItemType* type) {
  const int k = static_cast<int>(kind);
  const bool fresh = name.empty() || indices_[k].emplace(name, count(kind)).second;
  entries_[k].push_back({fresh ? std::move(name) : "", type});
  return fresh;
}

int ItemNames::find(ItemKind kind, const std::string& name) const {
  const auto& indices = indices_[static_cast<int>(kind)];
  const auto entry = indices.find(name);
  return entry == indices.end() ? -1 : entry->second;
}

std::vector<std::string> ItemNames::names(ItemKind kind) const {
  constexpr int most = 1000;
  std::vector<std::string> list;
  if (count(kind) > most) return list;
  for (const Entry& entry : entries_[static_cast<int>(kind)])
    if (!entry.name.empty()) list.push_back(entry.name);
  return list;
}

bool ValueReader::read(const Json& json, const Row& row, const Target& target, const DocumentPlace& place) const {
  return target.visit(TargetReader(*this, json, row, target, place));
}

std::optional<Constant> ValueReader::constant(const Json& json, const DocumentPlace& place) const {
  if (json.is_number()) {
    const double number = json.get<double>();
    if (std::isfinite(number)) return Constant{{1, 1}, {number}};
    issues_.error(place, "is not a finite number: a creator computed it from numbers that are too large or too small");
    return std::nullopt;
  }
  if (json.is_string()) {
    const std::string& text = json.get_ref<const std::string&>();
    auto result = evaluateConstant(text, scope_);
    if (auto* constant = std::get_if<Constant>(&result)) return std::move(*constant);
    issues_.error(place, formulaMessage(text, std::get<FormulaError>(result)));
    return std::nullopt;
  }
  if (!json.is_array()) {
    issues_.error(place, messages::mustBe({messages::numberOrFormula(), found(json)}));
    return std::nullopt;
  }
  Constant list{{static_cast<int>(json.size()), json.empty() ? 0 : 1}, {}};
  bool good = true;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const DocumentPlace entryPlace = place.at(static_cast<int>(i));
    const auto entry = constant(json[i], entryPlace);
    if (!entry) {
      good = false;
      continue;
    }
    // A row is a list, or a formula that returns one.
    const int columns = entry->shape.columns == 1 ? entry->shape.rows : isRow(entry->shape) ? entry->shape.columns : 0;
    const int nested = json[i].is_array() || columns != 1;
    if (columns == 0 || (i > 0 && good && columns != list.shape.columns)) {
      issues_.error(entryPlace, i > 0 ? "the rows of a matrix must have equal lengths, " + std::to_string(list.shape.columns) +
                                            " here, got " + (nested ? found(json[i]) : "a number")
                                      : "must be a number or a row of numbers, got " + found(json[i]));
      good = false;
      continue;
    }
    list.shape.columns = columns;
    list.values.insert(list.values.end(), entry->values.begin(), entry->values.end());
  }
  return good ? std::optional(std::move(list)) : std::nullopt;
}

Message expected(const Target& target, const Row& row) {
  const Unit& unit = row.unit;
  return target.visit([&](auto* value) -> Message {
    using V = std::remove_pointer_t<decltype(value)>;
    if constexpr (std::is_same_v<V, double>)
      return withUnit(messages::aNumber(), unitText(unit));
    else if constexpr (std::is_same_v<V, int>)
      return withUnit(messages::aWholeNumber(), unitText(unit));
    else if constexpr (std::is_same_v<V, bool>)
      return messages::trueOrFalse();
    else if constexpr (std::is_same_v<V, VectorX>)
      return withUnit(value && !value->empty() ? messages::listOfNumbers({std::to_string(value->size())}) : messages::numbers(),
                      unitText(unit));
    else if constexpr (std::is_same_v<V, MatrixX>)
      return "a matrix (a list of rows)" + unitText(unit);
    else if constexpr (std::is_same_v<V, std::vector<int>>)
      return "a list of whole numbers" + unitText(unit);
    else if constexpr (std::is_same_v<V, std::vector<Vector3>>)
      return "a list of vectors of 3 numbers" + unitText(unit);
    else if constexpr (std::is_same_v<V, std::vector<Matrix3>>)
      return "a list of 3×3 matrices" + unitText(unit);
    else if constexpr (isReference<V>)
      return messages::nameOrNumberOf({article(kindOf(V()))});
    else if constexpr (isReferenceArray<V>)
      return "a list of " + std::to_string(std::tuple_size_v<V>) + " " + kindName(kindOf(typename V::value_type())) + "s";
    else if constexpr (isReferenceList<V>)
      return std::string("a list of ") + kindName(kindOf(typename V::value_type())) + "s";
    else if constexpr (std::is_same_v<V, OutputVariable>)
      return "the name of an output variable";
    else if constexpr (std::is_same_v<V, UserFunction>)
      return "a formula or a list of formulas";
    else if constexpr (std::is_same_v<V, std::string>)
      return textExpected(row);
    else
      return withUnit(shapeText(fixedShape<V>), unitText(unit));
  });
}

Json toJson(const Target& target) {
  return target.visit([](auto* value) -> Json {
    using V = std::remove_pointer_t<decltype(value)>;
    if constexpr (std::is_same_v<V, double> || std::is_same_v<V, int> || std::is_same_v<V, bool> || std::is_same_v<V, VectorX> ||
                  std::is_same_v<V, std::vector<int>> || std::is_same_v<V, std::string>)
      return *value;
    else if constexpr (std::is_same_v<V, MatrixX>)
      return matrixJson(value->values.data(), value->rows, value->columns);
    else if constexpr (std::is_same_v<V, std::vector<Vector3>> || std::is_same_v<V, std::vector<Matrix3>>) {
      Json list = Json::array();
      for (auto& entry : *value) list.push_back(toJson(Target(&entry)));
      return list;
    } else if constexpr (isReference<V>)
      return value->index;
    else if constexpr (isReferenceArray<V> || isReferenceList<V>) {
      Json list = Json::array();
      for (const auto& entry : *value) list.push_back(entry.index);
      return list;
    } else if constexpr (std::is_same_v<V, OutputVariable>)
      return outputVariableName(*value);
    else if constexpr (std::is_same_v<V, UserFunction>)
      return nullptr;
    else {
      constexpr Shape shape = fixedShape<V>;
      const double* numbers = numbersOf(*value);
      if constexpr (shape.columns == 1)
        return std::vector<double>(numbers, numbers + shape.rows);
      else
        return matrixJson(numbers, shape.rows, shape.columns);
    }
  });
}

Json toJson(const Constant& constant) {
  if (constant.shape.columns > 1) return matrixJson(constant.values.data(), constant.shape.rows, constant.shape.columns);
  if (constant.shape == Shape{1, 1}) return constant.values[0];
  return constant.values;
}

std::optional<ItemKind> referredKind(const Target& target) {
  return target.visit([](auto* value) -> std::optional<ItemKind> {
    using V = std::remove_pointer_t<decltype(value)>;
    if constexpr (isReference<V>)
      return kindOf(V());
    else if constexpr (isReferenceArray<V> || isReferenceList<V>)
      return kindOf(typename V::value_type());
    else
      return std::nullopt;
  });
}

std::vector<int> referredItems(const Target& target) {
  return target.visit([](auto* value) -> std::vector<int> {
    using V = std::remove_pointer_t<decltype(value)>;
    std::vector<int> items;
    if constexpr (isReference<V>) {
      items.push_back(value->index);
    } else if constexpr (isReferenceArray<V> || isReferenceList<V>) {
      for (const auto& reference : *value) items.push_back(reference.index);
    }
    return items;
  });
}

/// Adds the correct notation of "1,5" and "1 kg", which are not formulas, to a message about them.
static Message withPlainNumber(const Message& message, const std::string& text) {
  const char* end;
  const double number = readDecimal(text.c_str(), &end);
  const std::string_view rest(end);
  if (end == text.c_str() || rest.empty() || !std::isfinite(number)) return message;
  const std::size_t digits = rest.find_first_not_of("0123456789", 1);
  if (rest[0] == ',' && rest.size() > 1 && digits == std::string_view::npos)
    return messages::pointForComma({message, text.substr(0, end - text.c_str()) + "." + std::string(rest.substr(1))});
  const bool isUnit = rest.find_first_of("+*()?:;=[],\"'") == std::string_view::npos &&
                      rest.find_first_not_of(" ") != std::string_view::npos &&
                      std::string_view("-/^<>!&|").find(rest[rest.find_first_not_of(' ')]) == std::string_view::npos;
  return isUnit ? messages::removeUnit({message, text.substr(0, end - text.c_str())}) : message;
}

Message formulaMessage(const std::string& text, const FormulaError& error) {
  return messages::inFormula({quote(text), std::to_string(error.position + 1), withPlainNumber(error.message, text)});
}

}  // namespace slipstick
