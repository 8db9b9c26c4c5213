#include <dlfcn.h>
#include <gtest/gtest.h>

#include "core/fmu/variables.h"
#include "core/model/model.h"
#include "core/program/place.h"
#include "core/simulation/simulation.h"
#include "tests/program/program.h"

namespace slipstick {
namespace {

/// A mass on a spring, with a force on it.
Json oscillator(double stiffness, const std::string& name) {
  Json document = Json::parse(R"js({"slipstick": 1, "title": "Oscillator <1> & \"2\"",
    "parameters": {"k": {"value": 100, "min": 0, "unit": "N/m"}}, "inputs": {"push": {"value": 0, "unit": "N"}},
    "create": [{"type": "MassPoint", "name": "mass", "initialDisplacement": [0.1, 0, 0], "physicsMass": 1},
               {"type": "CartesianSpringDamper", "name": "spring", "bodies": [null, "mass"], "stiffness": ["k", 1, 1]},
               {"type": "Force", "body": "mass", "loadVectorUserFunction": "[input(\"push\"), 0, 0]"}],
    "sensors": [{"type": "Body", "name": "x", "bodyNumber": "mass", "outputVariableType": "Displacement"}],
    "analysis": {"endTime": 1, "stepSize": 0.001, "sensorsWritePeriod": 0.001}})js");
  document["parameters"]["k"]["value"] = stiffness;
  document["title"] = name;
  return document;
}
enum Reference : unsigned { time, k, push, x };

/// The library of a unit, called with FMI 3.0 as by a simulator.
class Unit {
 public:
  explicit Unit(const std::string& resources) : Unit(resources, fmuToken(ProgramTest::textOf(resources + "/model.json"))) {}
  Unit(const std::string& resources, const std::string& token) {
    library_ = dlopen(besideProgram("slipstick_fmu.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    EXPECT_TRUE(library_) << dlerror();
    using Instantiate = void* (*)(const char*, const char*, const char*, bool, bool, bool, bool, const unsigned[], std::size_t, void*,
                                  void (*)(void*, int, const char*, const char*), void*);
    instance = function<Instantiate>("fmi3InstantiateCoSimulation")("unit", token.c_str(), resources.c_str(), false, true, false, false,
                                                                    nullptr, 0, this, log, nullptr);
  }
  ~Unit() {
    if (instance) function<void (*)(void*)>("fmi3FreeInstance")(instance);
  }
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;

  template <class F>
  F function(const char* name) const {
    return reinterpret_cast<F>(dlsym(library_, name));
  }
  void begin(double start = 0) {
    EXPECT_EQ(
        function<int (*)(void*, bool, double, double, bool, double)>("fmi3EnterInitializationMode")(instance, false, 0, start, false, 0),
        0);
    EXPECT_EQ(function<int (*)(void*)>("fmi3ExitInitializationMode")(instance), 0);
  }
  double get(unsigned reference) const {
    double value = -1;
    EXPECT_EQ(
        function<int (*)(void*, const unsigned*, std::size_t, double*, std::size_t)>("fmi3GetFloat64")(instance, &reference, 1, &value, 1),
        0);
    return value;
  }
  int set(unsigned reference, double value) {
    return function<int (*)(void*, const unsigned*, std::size_t, const double*, std::size_t)>("fmi3SetFloat64")(instance, &reference, 1,
                                                                                                                &value, 1);
  }
  int step(double from, double size) {
    bool events, early;
    double last;
    return function<int (*)(void*, double, double, bool, bool*, bool*, bool*, double*)>("fmi3DoStep")(instance, from, size, true, &events,
                                                                                                      &ended, &early, &last);
  }

  void* instance = nullptr;
  bool ended = false;
  std::string message;

 private:
  static void log(void* unit, int, const char*, const char* text) { static_cast<Unit*>(unit)->message = text; }
  void* library_;
};

class Fmu : public ProgramTest {
 protected:
  /// The resources of an unpacked unit, in a path with spaces.
  std::string resources(const Json& document, const std::string& name = "one unit") {
    std::filesystem::create_directories(path(name));
    file(name + "/model.json", document.dump());
    return path(name);
  }
};

TEST_F(Fmu, HasTheBitsOfARun) {
  const Json document = oscillator(50, "oscillator");
  ASSERT_EQ(run({"run", "-", "--output", "-"}, document.dump()), 0) << err;
  const Json values = Json::parse(out)["sensors"][0]["values"];
  Unit unit(resources(oscillator(100, "oscillator")));
  ASSERT_TRUE(unit.instance) << unit.message;
  EXPECT_EQ(unit.set(k, 50), 0);
  unit.begin();
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(unit.get(x), values[i][0].get<double>()) << i;
    ASSERT_EQ(unit.step(unit.get(time), 0.001), 0) << unit.message;
  }
  EXPECT_EQ(unit.step(unit.get(time), 0.002), 0) << "it goes on beyond the end of the model: " << unit.message;
}

// The position of the first unit drives the second at the start of each step, like an input that follows a sensor within one model.
TEST_F(Fmu, TwoCoupledOnesMoveAsOneModel) {
  Json both = oscillator(100, "both");
  const Json second = oscillator(30, "second");
  both["inputs"]["push2"] = {{"sensor", "x"}};
  both["create"].push_back({{"type", "MassPoint"}, {"name", "other"}, {"initialDisplacement", {0.1, 0, 0}}, {"physicsMass", 1}});
  both["create"].push_back(
      {{"type", "CartesianSpringDamper"}, {"name", "other spring"}, {"bodies", {nullptr, "other"}}, {"stiffness", {30, 1, 1}}});
  both["create"].push_back({{"type", "Force"}, {"body", "other"}, {"loadVectorUserFunction", "[input(\"push2\"), 0, 0]"}});
  both["sensors"].push_back({{"type", "Body"}, {"name", "y"}, {"bodyNumber", "other"}, {"outputVariableType", "Displacement"}});
  ASSERT_EQ(run({"run", "-", "--output", "-"}, both.dump()), 0) << err;
  const Json values = Json::parse(out)["sensors"][1]["values"];
  Unit a(resources(oscillator(100, "first"), "a")), b(resources(second, "b"));
  ASSERT_TRUE(a.instance && b.instance) << a.message << b.message;
  a.begin(), b.begin();
  double worst = 0;
  for (int i = 0; i < 1000; ++i) {
    worst = std::max(worst, std::abs(b.get(x) - values[i][0].get<double>()));
    const double now = a.get(time);
    b.set(push, a.get(x));
    ASSERT_EQ(a.step(now, 0.001), 0) << a.message;
    ASSERT_EQ(b.step(now, 0.001), 0) << b.message;
  }
  EXPECT_LT(worst, 1e-9);  // m, of 0.1
}

TEST_F(Fmu, GoesBackToStatesAlsoInAnotherProcess) {
  Unit unit(resources(oscillator(100, "oscillator")));
  unit.begin();
  const auto go = [](Unit& each, int steps) {
    for (int i = 0; i < steps; ++i) EXPECT_EQ(each.step(each.get(time), 0.001), 0) << each.message;
  };
  go(unit, 50), unit.set(push, 3), go(unit, 50);
  void* state = nullptr;
  EXPECT_EQ(unit.function<int (*)(void*, void**)>("fmi3GetFMUState")(unit.instance, &state), 0);
  std::size_t size = 0;
  EXPECT_EQ(unit.function<int (*)(void*, void*, std::size_t*)>("fmi3SerializedFMUStateSize")(unit.instance, state, &size), 0);
  std::string bytes(size, '\0');
  const auto serialize = unit.function<int (*)(void*, void*, char*, std::size_t)>("fmi3SerializeFMUState");
  EXPECT_EQ(serialize(unit.instance, state, bytes.data(), size), 0);
  EXPECT_NE(serialize(unit.instance, state, bytes.data(), 3), 0);
  unit.set(push, 1), go(unit, 100);
  const double there = unit.get(x);
  EXPECT_EQ(unit.function<int (*)(void*, void*)>("fmi3SetFMUState")(unit.instance, state), 0);
  unit.set(push, 1), go(unit, 100);
  EXPECT_EQ(unit.get(x), there);

  Unit other(path("one unit"));
  other.begin();
  void* read = nullptr;
  const auto deserialize = other.function<int (*)(void*, const char*, std::size_t, void**)>("fmi3DeserializeFMUState");
  EXPECT_EQ(deserialize(other.instance, bytes.data(), size, &read), 0) << other.message;
  EXPECT_EQ(other.function<int (*)(void*, void*)>("fmi3SetFMUState")(other.instance, read), 0);
  other.set(push, 1), go(other, 100);
  EXPECT_EQ(other.get(x), there);
  void* none = nullptr;
  EXPECT_NE(deserialize(other.instance, "{}", 2, &none), 0);
  EXPECT_EQ(other.message, std::string("these bytes are not the state of a unit of Slipstick ") + engineVersion());
  // A damaged state is refused before any computation, and the unit continues from its present state.
  for (const auto& [part, changed] : std::vector<std::pair<std::string, std::string>>{{"\"steps\":100", "\"steps\":999999999"},
                                                                                      {"\"steps\":100", "\"speed\":100"},
                                                                                      {"\"begun\":true", "\"begun\":null"},
                                                                                      {"\"slipstick\":\"", "\"slipstick\":[],\"a\":\""}}) {
    std::string damaged = bytes;
    ASSERT_NE(damaged.find(part), std::string::npos) << part << " in " << bytes;
    damaged.replace(damaged.find(part), part.size(), changed);
    EXPECT_NE(deserialize(other.instance, damaged.data(), damaged.size(), &none), 0) << damaged;
  }
  EXPECT_EQ(other.message, std::string("these bytes are not the state of a unit of Slipstick ") + engineVersion());
  go(other, 1);
  Unit stranger(resources(oscillator(101, "stranger")));
  stranger.begin();
  EXPECT_NE(deserialize(stranger.instance, bytes.data(), size, &none), 0);
  EXPECT_EQ(stranger.message, "the state is damaged, or it belongs to another unit");
  for (auto* each : {&state, &read}) unit.function<int (*)(void*, void**)>("fmi3FreeFMUState")(unit.instance, each);
}

/// At a late time each sum has the rounding error of a long run.
TEST_F(Fmu, TakesTheRoundingOfACallerThatAddsUpItsSteps) {
  for (const double h : {0.001, 1 / 60.0}) {
    Json document = oscillator(100, "oscillator");
    document["analysis"] = {{"endTime", 60 * h}, {"numberOfSteps", 60}};
    const double start = 2e8 * h;
    Unit summed(resources(document)), counted(resources(document));
    ASSERT_TRUE(summed.instance && counted.instance) << summed.message;
    summed.begin(start), counted.begin();
    double t = start;
    for (int i = 0; i < 5000; ++i, t += h) {
      ASSERT_EQ(summed.step(t, h), 0) << "step " << i << ": " << summed.message;
      ASSERT_EQ(counted.step(counted.get(time), h), 0) << counted.message;
    }
    EXPECT_GT(std::abs(t - (start + 5000 * h)), 1e-6 * h) << "the sum is hardly rounded";
    EXPECT_EQ(summed.get(x), counted.get(x));
    EXPECT_NE(summed.step(t + 0.2 * h, h), 0);
    EXPECT_NE(summed.step(t, 1.01 * h), 0);
  }
}

TEST_F(Fmu, IsRefusedWithTheTokenOfAnotherUnit) {
  const std::string folder = resources(oscillator(100, "oscillator")), token = fmuToken(oscillator(30, "oscillator").dump());
  const Unit third(folder, token);
  EXPECT_FALSE(third.instance);
  EXPECT_NE(third.message.find("the token '" + token + "' belongs to another unit"), std::string::npos) << third.message;
  using Instantiate = void* (*)(const char*, int, const char*, const char*, const void*, int, int);
  const auto instantiate = third.function<Instantiate>("fmi2Instantiate");
  EXPECT_FALSE(instantiate("unit", 1, token.c_str(), ("file://" + folder).c_str(), nullptr, 0, 0));
  void* good = instantiate("unit", 1, fmuToken(oscillator(100, "oscillator").dump()).c_str(), ("file://" + folder).c_str(), nullptr, 0, 0);
  ASSERT_TRUE(good);
  third.function<void (*)(void*)>("fmi2FreeInstance")(good);
}

TEST_F(Fmu, ReportsErrors) {
  Unit missing(path("nowhere"));
  EXPECT_FALSE(missing.instance);
  EXPECT_EQ(missing.message, "cannot read '" + path("nowhere") + "/model.json': the unit is not unpacked, or it is damaged");
  Unit unit(resources(oscillator(100, "oscillator")));
  unit.begin();
  EXPECT_NE(unit.set(k, 3), 0);
  EXPECT_EQ(unit.message, "parameter 'k' cannot be changed after the unit is initialized");
  EXPECT_NE(unit.set(x, 3), 0);
  EXPECT_EQ(unit.message, "'x.x' is computed: it cannot be set");
  EXPECT_NE(unit.step(0, 0.0015), 0);
  EXPECT_EQ(unit.message, "a communication step must be a multiple of the model's own step, 0.001 s, got 0.0015 s");
  EXPECT_NE(unit.step(0.5, 0.001), 0);
  EXPECT_EQ(unit.message, "the step begins at 0.5 s, but the unit is at 0 s");
}

TEST_F(Fmu, IsWrittenForBothVersions) {
  const std::string model = file("model.json", oscillator(100, "A <b> & \"c\"").dump());
  for (const std::string version : {"2.0", "3.0"}) {
    EXPECT_EQ(run({"fmu", model, "--fmi", version, "--output", path("unit " + version + ".fmu")}), 0) << err;
    EXPECT_NE(out.find("FMI " + version + ", 1 parameters, 1 inputs, 3 outputs, steps of 0.001 s"), std::string::npos) << out;
    const std::string bytes = read(path("unit " + version + ".fmu"));
    EXPECT_EQ(bytes.substr(0, 4), "PK\x03\x04");
    for (const char* name : {"modelDescription.xml", "resources/model.json"}) EXPECT_NE(bytes.find(name), std::string::npos) << name;
  }
  EXPECT_EQ(run({"fmu", model}), 2);
  EXPECT_NE(err.find("the file to write is missing: --output MODEL.fmu"), std::string::npos) << err;
  EXPECT_EQ(run({"fmu", model, "--fmi", "1.0", "--output", path("a.fmu")}), 2);
  Json still = oscillator(100, "still");
  still["analysis"] = {{"type", "static"}};
  EXPECT_EQ(run({"fmu", "-", "--output", path("a.fmu")}, still.dump()), 2);
  EXPECT_NE(err.find("the last step of the analysis must be dynamic"), std::string::npos) << err;
}

/// The header of a library in the format of Windows, with the names that a unit exports.
std::string windowsLibrary(unsigned char machine, unsigned char flags = 0x20) {
  std::string bytes = "MZ" + std::string(0x3a, '\0') + std::string("\x40\0\0\0PE\0\0", 8);
  bytes += std::string{static_cast<char>(machine), static_cast<char>(machine == 0x64 ? 0x86 : 0xaa)};
  bytes += std::string(17, '\0') + static_cast<char>(flags);
  return bytes + "fmi3DoStep" + engineVersion();
}

TEST_F(Fmu, HasTheLibrariesOfSeveralPlatforms) {
  const std::string model = file("model.json", oscillator(100, "oscillator").dump());
  const std::string windows = file("slipstick_fmu.dll", windowsLibrary(0x64));
  std::string elf = textOf(besideProgram("slipstick_fmu.so"));
  elf[18] = static_cast<char>(elf[18] == 62 ? 183 : 62);
  const std::string mac = file("mac", std::string("\xcf\xfa\xed\xfe\x0c\0\0\x01\0\0\0\0\x08\0\0\0", 16) + "fmi3DoStep" + engineVersion());
  const std::string otherLinux = file("other.so", elf);
  ASSERT_EQ(run({"fmu", model, "--library", windows, "--library", mac, "--library", otherLinux, "--output", path("all.fmu")}), 0) << err;
  const std::string unit = read(path("all.fmu"));
  for (const char* name : {"binaries/x86_64-linux/slipstick_fmu.so", "binaries/aarch64-linux/slipstick_fmu.so",
                           "binaries/aarch64-darwin/slipstick_fmu.dylib", "binaries/x86_64-windows/slipstick_fmu.dll"})
    EXPECT_NE(unit.find(name), std::string::npos) << name;
  ASSERT_EQ(run({"fmu", model, "--library", windows, "--fmi", "2.0", "--output", path("old.fmu")}), 0) << err;
  for (const char* name : {"binaries/linux64/slipstick_fmu.so", "binaries/win64/slipstick_fmu.dll"})
    EXPECT_NE(read(path("old.fmu")).find(name), std::string::npos) << name;
  // FMI 2.0 has one folder for both processors.
  EXPECT_EQ(run({"fmu", model, "--library", otherLinux, "--fmi", "2.0", "--output", path("no.fmu")}), 2);
  EXPECT_NE(err.find("'" + otherLinux + "' are both for linux64, the same platform in FMI 2.0: give one of them, or use --fmi 3.0"),
            std::string::npos)
      << err;
}

TEST_F(Fmu, RefusesFilesThatAreNoLibraryForAnotherPlatform) {
  const std::string model = file("model.json", oscillator(100, "oscillator").dump()), good = file("good.dll", windowsLibrary(0x64));
  const std::string notOne = "is not a library with 64 bits for Linux, macOS or Windows";
  std::string elf = textOf(besideProgram("slipstick_fmu.so")), small = elf, mips = elf;
  small[4] = 1, mips[18] = 8;
  std::string older = windowsLibrary(0x64);
  older.replace(older.find(engineVersion()), std::string(engineVersion()).size(), "0.0.1");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", notOne},
      {"MZ", notOne},
      {"MZ" + std::string(0x3a, '\0') + "\xff\xff\xff\xff", notOne},
      {"<html>", notOne},
      {windowsLibrary(0x64, 0), notOne},  // a program
      {textOf(std::filesystem::read_symlink("/proc/self/exe").string()), notOne},
      {small, notOne},
      {mips, "is for an unknown processor: expected x86-64 or ARM with 64 bits"},
      {older, std::string("is not the library slipstick_fmu of Slipstick ") + engineVersion()},
      {elf, "are both for"}};
  for (const auto& [bytes, message] : cases) {
    const std::string library = file("library", bytes);
    EXPECT_EQ(run({"fmu", model, "--library", library, "--output", path("a.fmu")}), 2);
    EXPECT_NE(err.find("'" + library + "' " + message), std::string::npos) << err;
    EXPECT_EQ(std::count(err.begin(), err.end(), '\n'), 1) << err;
    EXPECT_FALSE(std::filesystem::exists(path("a.fmu")));
  }
  EXPECT_EQ(run({"fmu", model, "--library", good, "--library", good, "--output", path("a.fmu")}), 2);
  EXPECT_NE(err.find("'" + good + "' and '" + good + "' are both for x86_64-windows: give one of them"), std::string::npos) << err;
  EXPECT_EQ(run({"fmu", model, "--library", path("none.so"), "--output", path("a.fmu")}), 2);
  EXPECT_NE(err.find("none.so"), std::string::npos) << err;
}

}  // namespace
}  // namespace slipstick
