# The WebAssembly module: slipstick.mjs and slipstick.wasm.

file(GLOB binding_sources CONFIGURE_DEPENDS wasm/bindings/*.cpp)
if(NOT binding_sources)
  return()
endif()
add_executable(engine ${binding_sources})
target_link_libraries(engine PRIVATE core)
set_target_properties(engine PROPERTIES OUTPUT_NAME slipstick SUFFIX .mjs)

# More stack than newer releases give; the setting was renamed in 3.1.27.
if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.27)
  set(stack_setting TOTAL_STACK)
else()
  set(stack_setting STACK_SIZE)
endif()
target_link_options(engine PRIVATE
  -fwasm-exceptions --no-entry -Wl,--wrap=strtod
  -sSTRICT=1 -sFILESYSTEM=0 -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=web,worker
  -sINCOMING_MODULE_JS_API=instantiateWasm
  -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=33554432 -sMAXIMUM_MEMORY=536870912 -s${stack_setting}=1048576
  -sEXPORTED_FUNCTIONS=_malloc,_free -sEXPORTED_RUNTIME_METHODS=UTF8ToString,HEAPF64,HEAPU8)

# Debian's Emscripten needs the acorn of Debian's node modules, also where Node is another one.
find_path(NODE_MODULES_ACORN acorn/package.json PATHS /usr/share/nodejs /usr/lib/nodejs NO_CMAKE_FIND_ROOT_PATH)
if(NODE_MODULES_ACORN)
  set_target_properties(engine PROPERTIES CXX_LINKER_LAUNCHER "${CMAKE_COMMAND};-E;env;NODE_PATH=${NODE_MODULES_ACORN}")
endif()

find_program(SLIPSTICK_NODE node NO_CMAKE_FIND_ROOT_PATH REQUIRED)
add_custom_command(TARGET engine POST_BUILD COMMAND ${SLIPSTICK_NODE} ${CMAKE_SOURCE_DIR}/scripts/join_data.mjs slipstick.wasm)

# SIMD where core/math/pairs.h says so, not by the vectorisers: see there. Each -O… turns these on again.
set(no_vectorisers -fno-vectorize -fno-slp-vectorize)
target_compile_options(core PRIVATE -O2 -msimd128 ${no_vectorisers})
# Class Text in core/registry/table.h.
target_compile_definitions(core PUBLIC SLIPSTICK_WITHOUT_TEXTS)

# What reads and checks a document runs once and is kept small; what runs in every step is kept fast.
file(GLOB_RECURSE expression_sources CONFIGURE_DEPENDS core/expression/*.cpp)
set_source_files_properties(${expression_sources} ${binding_sources} core/simulation/json.cpp core/simulation/simulation.cpp
  core/simulation/run_events.cpp core/simulation/checkpoints.cpp PROPERTIES COMPILE_OPTIONS "-Os;-mno-simd128")
# Nothing is thrown or caught in these; what passes through them (no memory left) ends the worker, so there is nothing to clean up. That
# saves a fifth of their code. What nlohmann_json throws there is thrown by a function elsewhere.
file(GLOB_RECURSE description_sources CONFIGURE_DEPENDS core/creators/*.cpp core/document/*.cpp core/grading/*.cpp core/model/*.cpp
     core/registry/*.cpp core/study/*.cpp core/simulation/digest.cpp core/simulation/base64url.cpp)
list(REMOVE_ITEM description_sources ${CMAKE_SOURCE_DIR}/core/study/caught.cpp)
set_source_files_properties(${description_sources} PROPERTIES
  COMPILE_OPTIONS "-Oz;-mno-simd128;-fno-exceptions;-include;${CMAKE_SOURCE_DIR}/wasm/bindings/json_errors.h"
  OBJECT_DEPENDS ${CMAKE_SOURCE_DIR}/wasm/bindings/json_errors.h)
# Laws that large models have many of.
file(GLOB connector_sources CONFIGURE_DEPENDS core/items/connectors/*.cpp)
list(REMOVE_ITEM connector_sources ${CMAKE_SOURCE_DIR}/core/items/connectors/ConnectorRigidBodySpringDamper.cpp)  # as fast without
set_source_files_properties(${connector_sources} PROPERTIES COMPILE_OPTIONS "-O3;${no_vectorisers}")
# Items that few models have, and few of. At -Os they take up to three times as long.
set(small_items bodies/ALEANCFCable2D bodies/GenericODE1 bodies/GenericODE2 connectors/ConnectorGravity
    connectors/ConnectorHydraulicActuatorSimple connectors/ConnectorLinearSpringDamper connectors/ContactCoordinate
    constraints/ConnectorCoordinateVector constraints/JointALEMoving2D)
list(TRANSFORM small_items REPLACE "(.+)" "core/items/\\1.cpp")
set_source_files_properties(${small_items} PROPERTIES COMPILE_OPTIONS "-Os;-mno-simd128")
# Numbers of a document are read once in a run, eigenvalues, redundant constraints and measures are found once, what a hand holds when it
# takes it; sensors, loads and samples are little work in a step, and so is what the static solver does beside the equations.
file(GLOB sample_sources CONFIGURE_DEPENDS core/recorder/*.cpp core/items/sensors/*.cpp core/items/loads/*.cpp)
set_source_files_properties(core/math/decimal.cpp core/solver/eigenvalues.cpp core/solver/redundancy.cpp core/solver/effective_mass.cpp
                            core/solver/solver.cpp core/solver/static_solver.cpp core/system/assembly.cpp
                            core/system/changes.cpp core/system/touch.cpp core/system/system.cpp ${sample_sources}
                            PROPERTIES COMPILE_OPTIONS "-Os;-mno-simd128")
# Nor is anything thrown or caught in these: core/system/failures.cpp throws for them.
file(GLOB_RECURSE step_sources CONFIGURE_DEPENDS core/items/*.cpp core/math/*.cpp core/solver/*.cpp core/system/*.cpp)
list(REMOVE_ITEM step_sources ${CMAKE_SOURCE_DIR}/core/system/failures.cpp)
list(APPEND step_sources core/recorder/recorder.cpp core/simulation/checkpoints.cpp core/simulation/json.cpp core/simulation/result.cpp
     core/simulation/run_events.cpp)
set_property(SOURCE ${step_sources} APPEND PROPERTY COMPILE_OPTIONS
  "-fno-exceptions;-include;${CMAKE_SOURCE_DIR}/wasm/bindings/json_errors.h")
