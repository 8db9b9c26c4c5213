# The WebAssembly modules: slipstick.wasm is complete. light/slipstick.wasm, which pages load first, lacks rarely needed files: those with a
# line `// Loaded on demand: …`. CMake reads this line when it configures. slipstick.mjs is the script of both.

file(GLOB binding_sources CONFIGURE_DEPENDS wasm/bindings/*.cpp)
file(GLOB exchange_sources CONFIGURE_DEPENDS core/exchange/*.cpp)
set(rare_sources ${exchange_sources})
foreach(source IN LISTS core_sources document_sources binding_sources)
  file(STRINGS ${source} demand LIMIT_COUNT 1 REGEX "^// Loaded on demand: ")
  if(demand)
    list(APPEND rare_sources ${source})
  endif()
endforeach()
foreach(library core documents)
  get_target_property(sources ${library} SOURCES)
  list(REMOVE_ITEM sources ${rare_sources})
  set_target_properties(${library} PROPERTIES SOURCES "${sources}")
endforeach()
set(light_bindings ${binding_sources})
list(REMOVE_ITEM light_bindings ${rare_sources})
add_library(bindings OBJECT ${light_bindings})
target_link_libraries(bindings PRIVATE documents)
add_library(rare OBJECT ${rare_sources})
target_link_libraries(rare PRIVATE documents)
add_executable(light $<TARGET_OBJECTS:bindings> $<TARGET_OBJECTS:core> $<TARGET_OBJECTS:documents>)
add_executable(engine $<TARGET_OBJECTS:bindings> $<TARGET_OBJECTS:core> $<TARGET_OBJECTS:documents> $<TARGET_OBJECTS:rare>)
set_target_properties(engine light PROPERTIES OUTPUT_NAME slipstick SUFFIX .mjs LINKER_LANGUAGE CXX)
set_target_properties(light PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/light)
add_dependencies(light engine)

# More stack than the default of newer releases; the setting was renamed in 3.1.27.
if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.27)
  set(stack_setting TOTAL_STACK)
else()
  set(stack_setting STACK_SIZE)
endif()
set(link_settings
  ${exceptions} --no-entry -Wl,--wrap=strtod
  -sSTRICT=1 -sFILESYSTEM=0 -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=web,worker
  -sINCOMING_MODULE_JS_API=instantiateWasm
  -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=33554432 -sMAXIMUM_MEMORY=536870912 -s${stack_setting}=1048576
  -sEXPORTED_FUNCTIONS=_malloc,_free -sEXPORTED_RUNTIME_METHODS=UTF8ToString,HEAPF64,HEAPU8)
target_link_options(engine PRIVATE ${link_settings})
target_link_options(light PRIVATE ${link_settings})

# Debian's Emscripten needs the acorn of Debian's node modules, even with another Node.
find_path(NODE_MODULES_ACORN acorn/package.json PATHS /usr/share/nodejs /usr/lib/nodejs NO_CMAKE_FIND_ROOT_PATH)
if(NODE_MODULES_ACORN)
  set_target_properties(engine light PROPERTIES CXX_LINKER_LAUNCHER "${CMAKE_COMMAND};-E;env;NODE_PATH=${NODE_MODULES_ACORN}")
endif()

find_program(SLIPSTICK_NODE node NO_CMAKE_FIND_ROOT_PATH REQUIRED)
add_custom_command(TARGET engine POST_BUILD COMMAND ${SLIPSTICK_NODE} ${CMAKE_SOURCE_DIR}/scripts/join_data.mjs slipstick.wasm)
add_custom_command(TARGET light POST_BUILD
  COMMAND ${SLIPSTICK_NODE} ${CMAKE_SOURCE_DIR}/scripts/join_data.mjs light/slipstick.wasm
  COMMAND ${CMAKE_COMMAND} -E compare_files slipstick.mjs light/slipstick.mjs)

# SIMD is used explicitly (core/math/pairs.h), without the vectorisers. Each -O… enables them again.
set(no_vectorisers -fno-vectorize -fno-slp-vectorize)
set(usual_options -O2 -msimd128 ${no_vectorisers})
target_compile_options(core PRIVATE ${usual_options})
target_compile_options(documents PRIVATE ${usual_options})
target_compile_options(rare PRIVATE ${usual_options})
# Class Text in core/registry/table.h.
target_compile_definitions(core PUBLIC SLIPSTICK_WITHOUT_TEXTS)

# The speed requirements of each room: code that reads and checks a document runs once, and code that writes results and samples is a small
# part of a step.
file(GLOB_RECURSE once_sources CONFIGURE_DEPENDS core/creators/*.cpp core/display/*.cpp core/document/*.cpp core/grading/*.cpp
     core/model/*.cpp core/registry/*.cpp core/simulation/*.cpp)
file(GLOB study_sources CONFIGURE_DEPENDS core/accuracy/*.cpp core/study/*.cpp)
set_source_files_properties(${once_sources} ${study_sources} ${binding_sources} ${exchange_sources} PROPERTIES COMPILE_OPTIONS "-Oz;-mno-simd128")
file(GLOB_RECURSE light_sources CONFIGURE_DEPENDS core/expression/*.cpp core/message/*.cpp core/recorder/*.cpp core/items/sensors/*.cpp core/items/loads/*.cpp)
set_source_files_properties(${light_sources} PROPERTIES COMPILE_OPTIONS "-Os;-mno-simd128")
# A file that is compiled differently from its room contains a line with the reason: `// Compiled for size: …` or `// Compiled for speed:
# …`. CMake reads this line when it configures. At -Os, laws take up to three times as long. If several files use a template, the linker
# keeps the code of the first one.
file(GLOB_RECURSE step_sources CONFIGURE_DEPENDS core/items/*.cpp core/math/*.cpp core/solver/*.cpp core/system/*.cpp)
foreach(source IN LISTS step_sources)
  file(STRINGS ${source} level LIMIT_COUNT 1 REGEX "^// Compiled for (size|speed): ")
  if(level MATCHES "size")
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-Os;-mno-simd128")
  elseif(level)
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-O3;${no_vectorisers}")
  endif()
endforeach()
# No code in these files throws or catches. An exception that passes through them (out of memory) ends the worker, so nothing needs cleaning
# up. That saves a fifth of their code. A function in another file throws the exceptions of nlohmann_json, and core/system/failures.cpp
# throws the others.
set(silent_sources ${once_sources} ${step_sources})
list(FILTER silent_sources EXCLUDE REGEX "/core/(system/failures|simulation/(simulation|advice|mode_shapes))\\.cpp$")
list(APPEND silent_sources core/recorder/recorder.cpp)
set(json_errors ${CMAKE_SOURCE_DIR}/wasm/bindings/json_errors.h)

# Precompiles headers that nearly every one of these files includes, for each set of options, as newer releases of clang require. That takes
# a third of the time; objects are identical to the byte.
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
separate_arguments(build_options UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}")
get_directory_property(directory_options COMPILE_OPTIONS)
foreach(reader core documents)
  set(headers algorithm array cmath functional map memory string variant vector core/items/registration.h)
  if(reader STREQUAL documents)
    list(PREPEND headers "${json_errors}" nlohmann/json.hpp)
  endif()
  list(TRANSFORM headers REPLACE "(.+)" "#include <\\1>")
  string(REPLACE ";" "\n" headers "${headers}")
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/parsed_${reader}.h CONTENT "${headers}\n")
endforeach()
set(parsed_sets)
foreach(source IN LISTS silent_sources)
  get_source_file_property(options ${source} COMPILE_OPTIONS)
  if(NOT options)
    set(options)
  endif()
  set(reader core)
  set(first)
  if(source IN_LIST document_sources)
    set(reader documents)
    set(first -include ${json_errors})
  endif()
  string(MAKE_C_IDENTIFIER "parsed_${reader}${options}" name)
  set(parsed ${CMAKE_BINARY_DIR}/${name}.pch)
  if(NOT name IN_LIST parsed_sets)
    list(APPEND parsed_sets ${name})
    list(JOIN options " " shown)
    add_custom_command(OUTPUT ${parsed} DEPENDS ${CMAKE_BINARY_DIR}/parsed_${reader}.h DEPFILE ${parsed}.d
      COMMENT "Parsing headers of ${reader} ${shown}"
      COMMAND ${CMAKE_CXX_COMPILER} -DSLIPSTICK_WITHOUT_TEXTS -I${CMAKE_SOURCE_DIR} -isystem ${CMAKE_BINARY_DIR}/deps ${build_options}
              ${directory_options} ${usual_options} ${options} -fno-exceptions -std=c++20 -MD -MT ${parsed} -MF ${parsed}.d
              -x c++-header -o ${parsed} ${CMAKE_BINARY_DIR}/parsed_${reader}.h)
  endif()
  set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -fno-exceptions ${first} -include-pch ${parsed})
  set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS ${parsed})
endforeach()
