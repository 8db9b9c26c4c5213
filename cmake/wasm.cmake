# The WebAssembly modules: slipstick.wasm is complete. light/slipstick.wasm, which pages load first, lacks rarely needed files: those with a
# line `// Loaded on demand: …`. CMake reads this line when it configures. slipstick.mjs is the script of both.

file(GLOB binding_sources CONFIGURE_DEPENDS wasm/bindings/*.cpp)
file(GLOB exchange_sources CONFIGURE_DEPENDS core/exchange/*.cpp)

# The optimisation levels. SIMD is used explicitly (core/math/pairs.h), without the vectorisers, which each -O… enables again.
set(least -Oz -mno-simd128)
set(size -Os -mno-simd128)
set(steps -O2 -msimd128 -fno-vectorize -fno-slp-vectorize)
set(speed -O3 -msimd128 -fno-vectorize -fno-slp-vectorize)

# The speed requirements of each room: code that reads and checks a document runs once, and code that writes results and samples is a small
# part of a step. A file that is compiled differently from its room contains a line with the level and the reason, such as `// Compiled for
# size: …`. CMake reads this line when it configures. At -Os, laws take up to three times as long.
function(choose_level source)
  set(level least)
  if(source MATCHES "/core/(expression|message|recorder|items/sensors|items/loads)/")
    set(level size)
  elseif(source MATCHES "/core/(items|math|solver|system)/")
    set(level steps)
  endif()
  file(STRINGS ${source} reason LIMIT_COUNT 1 REGEX "^// Compiled for (size|steps|speed): ")
  if(reason)
    string(REGEX REPLACE "^// Compiled for ([a-z]+):.*" "\\1" level "${reason}")
  endif()
  set(level ${level} PARENT_SCOPE)
endfunction()

# No code in these files throws or catches. An exception that passes through them (out of memory) ends the worker, so nothing needs cleaning
# up. That saves a fifth of their code. raiseJsonError() of wasm/bindings/bindings.cpp throws the exceptions of nlohmann_json, and
# core/system/failures.cpp throws the others.
set(silent "/core/((creators|display|document|grading|items|math|model|registry|simulation|solver|system)/|recorder/recorder\\.cpp)")
set(throwing "/core/(system/failures|simulation/(simulation|advice|mode_shapes))\\.cpp$")

# Files with the same options become a library with a precompiled header.
foreach(source IN LISTS binding_sources core_sources document_sources exchange_sources)
  if(NOT source MATCHES "\\.cpp$")
    continue()
  endif()
  set(module light)
  file(STRINGS ${source} demand LIMIT_COUNT 1 REGEX "^// Loaded on demand: ")
  if(demand OR source IN_LIST exchange_sources)
    set(module rare)
  endif()
  set(reader documents)
  if(source IN_LIST core_sources)
    set(reader core)
  endif()
  set(errors throws)
  if(source MATCHES "${silent}" AND NOT source MATCHES "${throwing}")
    set(errors silent)
  endif()
  choose_level(${source})
  set(library ${module}_${reader}_${level}_${errors})
  if(NOT TARGET ${library})
    add_library(${library} OBJECT)
    target_include_directories(${library} PRIVATE ${CMAKE_SOURCE_DIR})
    target_link_libraries(${library} PRIVATE deps)
    target_compile_definitions(${library} PRIVATE SLIPSTICK_WITHOUT_TEXTS)  # class Text in core/registry/table.h
    target_compile_options(${library} PRIVATE ${${level}} $<$<STREQUAL:${errors},silent>:-fno-exceptions>)
    set(parsed ${standard_headers} ${CMAKE_SOURCE_DIR}/core/items/registration.h)
    if(reader STREQUAL documents)
      list(PREPEND parsed <nlohmann/json.hpp>)
      if(errors STREQUAL silent)
        list(PREPEND parsed ${CMAKE_SOURCE_DIR}/wasm/bindings/json_errors.h)
      endif()
    endif()
    target_precompile_headers(${library} PRIVATE ${parsed})
    list(APPEND ${module}_libraries ${library})
  endif()
  target_sources(${library} PRIVATE ${source})
endforeach()
foreach(library IN LISTS light_libraries rare_libraries)
  if(library MATCHES "documents")
    compile_together(${library} 6)
  endif()
endforeach()

# If several files use a template, the linker keeps the code of the first one. So the files of steps come first, but after the
# formula language and the recorder, whose copies are smaller.
add_executable(light)
add_executable(whole)
foreach(level size_throws speed steps size_silent least)
  foreach(library IN LISTS light_libraries rare_libraries)
    if(library MATCHES "_${level}")
      target_sources(whole PRIVATE $<TARGET_OBJECTS:${library}>)
      if(library IN_LIST light_libraries)
        target_sources(light PRIVATE $<TARGET_OBJECTS:${library}>)
      endif()
    endif()
  endforeach()
endforeach()
set_target_properties(whole light PROPERTIES OUTPUT_NAME slipstick SUFFIX .mjs LINKER_LANGUAGE CXX)
set_target_properties(light PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/light)

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
target_link_options(whole PRIVATE ${link_settings})
target_link_options(light PRIVATE ${link_settings})

# Debian's Emscripten needs the acorn of Debian's node modules, even with another Node.
find_path(NODE_MODULES_ACORN acorn/package.json PATHS /usr/share/nodejs /usr/lib/nodejs NO_CMAKE_FIND_ROOT_PATH)
if(NODE_MODULES_ACORN)
  set_target_properties(whole light PROPERTIES CXX_LINKER_LAUNCHER "${CMAKE_COMMAND};-E;env;NODE_PATH=${NODE_MODULES_ACORN}")
endif()

find_program(SLIPSTICK_NODE node NO_CMAKE_FIND_ROOT_PATH REQUIRED)
add_custom_command(TARGET whole POST_BUILD COMMAND ${SLIPSTICK_NODE} ${CMAKE_SOURCE_DIR}/scripts/join_data.mjs slipstick.wasm)
add_custom_command(TARGET light POST_BUILD COMMAND ${SLIPSTICK_NODE} ${CMAKE_SOURCE_DIR}/scripts/join_data.mjs light/slipstick.wasm)
add_custom_target(modules ALL COMMAND ${CMAKE_COMMAND} -E compare_files slipstick.mjs light/slipstick.mjs DEPENDS whole light)
