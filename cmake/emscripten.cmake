# Toolchain file: finds Emscripten (an activated emsdk or a system package) and includes its toolchain file.

if(DEFINED ENV{EMSCRIPTEN_ROOT})
  set(emscripten_root $ENV{EMSCRIPTEN_ROOT})
else()
  find_program(EM_CONFIG em-config)
  if(NOT EM_CONFIG)
    message(FATAL_ERROR "Emscripten not found: expected em-config in PATH. `npm run setup` installs it or says how.")
  endif()
  execute_process(COMMAND ${EM_CONFIG} EMSCRIPTEN_ROOT OUTPUT_VARIABLE emscripten_root OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
endif()
include(${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake)
