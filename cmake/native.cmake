# Native builds: the program, the tests, the benchmarks and the fuzz targets.

# These are object libraries, because items register themselves and an archive would drop them.
add_library(core OBJECT ${core_sources})
add_library(documents OBJECT ${document_sources})
target_include_directories(core PUBLIC ${CMAKE_SOURCE_DIR})
target_link_libraries(core PUBLIC deps)
target_link_libraries(documents PUBLIC core)
set_target_properties(core documents PROPERTIES LINKER_LANGUAGE CXX)

target_precompile_headers(core PRIVATE ${standard_headers} ${CMAKE_SOURCE_DIR}/core/items/registration.h)
target_precompile_headers(documents PRIVATE ${standard_headers} <nlohmann/json.hpp> ${CMAKE_SOURCE_DIR}/core/model/model.h)
# The program, the tests and the Python module contain the same objects. Hidden visibility prevents replacement from outside, so the module
# calls its functions as directly as the program does.
set(hidden POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
set_target_properties(core documents PROPERTIES ${hidden})
# Reading and writing documents needs no more than -O1, which compiles in two thirds of the time.
target_compile_options(documents PRIVATE $<$<CONFIG:Release>:-O1>)
compile_together(documents 6)

file(GLOB_RECURSE program_sources CONFIGURE_DEPENDS core/program/*.cpp)
file(GLOB exchange_sources CONFIGURE_DEPENDS core/exchange/*.cpp)
list(APPEND program_sources ${exchange_sources} ${CMAKE_SOURCE_DIR}/core/fmu/variables.cpp)
# The dictionary of short links is part of the program.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS web/public/link-dictionary-2.txt)
file(READ ${CMAKE_SOURCE_DIR}/web/public/link-dictionary-2.txt bytes HEX)
string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\"\n\"" bytes "${bytes}")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/link_dictionary.cpp @ONLY
     CONTENT "#include \"core/program/link.h\"\nconst std::string slipstick::linkDictionary = \n\"@bytes@\";\n")
list(APPEND program_sources ${CMAKE_BINARY_DIR}/link_dictionary.cpp)
# `slipstick items` names the documentation pages of items.
file(GLOB item_pages CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/docs/items docs/items/*.md)
list(TRANSFORM item_pages REPLACE "\\.md$" "")
list(JOIN item_pages " " item_pages)
set_source_files_properties(core/program/reference_text.cpp PROPERTIES COMPILE_DEFINITIONS "SLIPSTICK_ITEM_PAGES=\"${item_pages}\"")
set(program_main ${CMAKE_SOURCE_DIR}/core/program/main.cpp)
list(REMOVE_ITEM program_sources ${program_main})
find_package(ZLIB)  # reads links
find_package(Threads REQUIRED)  # compute the runs of a study
if(NOT ZLIB_FOUND)
  message(WARNING "zlib not found (zlib1g-dev in Debian): neither the program nor native tests are built")
else()
  # The whole program except main(), also for the tests.
  add_library(program OBJECT ${program_sources})
  set_target_properties(program PROPERTIES ${hidden})
  target_link_libraries(program PUBLIC core documents ZLIB::ZLIB Threads::Threads)
  target_precompile_headers(program REUSE_FROM documents)
  target_compile_options(program PRIVATE $<$<CONFIG:Release>:-O1>)
  compile_together(program 6)
  add_executable(slipstick ${program_main})
  target_link_libraries(slipstick PRIVATE core documents program)
  # The library inside a functional mock-up unit; `slipstick fmu` expects it next to the program. Other programs load it, so it links the
  # C++ library statically and exports only the functions of the interface.
  file(GLOB fmu_sources CONFIGURE_DEPENDS core/fmu/*.cpp)
  add_library(slipstick_fmu MODULE ${fmu_sources})
  target_link_libraries(slipstick_fmu PRIVATE core documents)
  set_target_properties(slipstick_fmu PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  if(APPLE)
    set_target_properties(slipstick_fmu PROPERTIES SUFFIX .dylib) # as the standard prescribes; a module ends in .so
  else()
    target_link_options(slipstick_fmu PRIVATE -static-libstdc++ -static-libgcc -Wl,-s -Wl,-Bsymbolic -Wl,--exclude-libs,ALL)
  endif()
  add_dependencies(slipstick slipstick_fmu)
endif()
if(SLIPSTICK_PYTHON)
  include(cmake/python.cmake)
endif()

find_package(GTest)
file(GLOB_RECURSE test_sources CONFIGURE_DEPENDS tests/core/*.cpp tests/validation/*.cpp tests/program/*.cpp)
if(GTest_FOUND AND ZLIB_FOUND AND test_sources)
  enable_testing()
  include(GoogleTest)
  add_executable(core_tests ${test_sources})
  target_link_libraries(core_tests PRIVATE core documents program GTest::gtest_main ${CMAKE_DL_LIBS})
  # The tested code is compiled as in the program. The tests themselves need not be fast, and compile in three quarters of the time.
  target_compile_options(core_tests PRIVATE -O1)
  target_precompile_headers(core_tests PRIVATE ${standard_headers} <nlohmann/json.hpp> <gtest/gtest.h> ${CMAKE_SOURCE_DIR}/tests/core/support/run.h)
  compile_together(core_tests 6)
  # Set only for the file that uses it, so that a compiler cache serves all copies of the tree.
  set_source_files_properties(tests/core/support/run.cpp PROPERTIES COMPILE_DEFINITIONS SLIPSTICK_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  # The reference for elementary functions, used only in tests.
  find_library(MPFR_LIBRARY mpfr)
  find_library(GMP_LIBRARY gmp)
  find_path(MPFR_INCLUDE mpfr.h)
  if(MPFR_LIBRARY AND GMP_LIBRARY AND MPFR_INCLUDE)
    set_source_files_properties(tests/core/math/elementary.cpp PROPERTIES COMPILE_DEFINITIONS SLIPSTICK_MPFR)
    # /usr/include must not precede the folders of the compiler.
    if(NOT MPFR_INCLUDE IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
      target_include_directories(core_tests SYSTEM PRIVATE ${MPFR_INCLUDE})
    endif()
    target_link_libraries(core_tests PRIVATE ${MPFR_LIBRARY} ${GMP_LIBRARY})
  else()
    message(STATUS "MPFR not found: errors of the elementary functions are not measured")
  endif()
  add_dependencies(core_tests slipstick)
  gtest_discover_tests(core_tests DISCOVERY_MODE PRE_TEST)
else()
  message(STATUS "No native tests, which need GoogleTest, Eigen and zlib")
endif()

# Random documents and other inputs, run in batches; with SLIPSTICK_SANITIZE, under the sanitizers.
if(TARGET core_tests)
  add_library(random_cases OBJECT EXCLUDE_FROM_ALL tests/random/batches.cpp tests/random/mutation.cpp tests/random/random.cpp
              tests/random/random_document.cpp tests/core/support/examples.cpp tests/core/support/run.cpp)
  target_link_libraries(random_cases PUBLIC core documents GTest::gtest)
  add_executable(random_documents EXCLUDE_FROM_ALL tests/random/random_documents.cpp)
  add_executable(random_inputs EXCLUDE_FROM_ALL tests/random/random_inputs.cpp core/fmu/unit.cpp)
  target_link_libraries(random_inputs PRIVATE program)
  foreach(target random_documents random_inputs)
    target_link_libraries(${target} PRIVATE core documents random_cases)
    target_compile_options(${target} PRIVATE -O1)
  endforeach()
  target_compile_options(random_cases PRIVATE -O1)
endif()

find_package(benchmark)
file(GLOB benchmark_sources CONFIGURE_DEPENDS tests/bench/*.cpp)
if(benchmark_FOUND AND benchmark_sources)
  add_executable(benchmarks EXCLUDE_FROM_ALL ${benchmark_sources})
  target_link_libraries(benchmarks PRIVATE core documents benchmark::benchmark)
endif()

# Each file under tests/fuzz is a separate target, named after the file: document.cpp makes fuzz_document. It includes the tables that the
# program prints about a run.
if(SLIPSTICK_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "SLIPSTICK_FUZZ needs clang, found ${CMAKE_CXX_COMPILER_ID}")
  endif()
  foreach(library core documents program)
    target_compile_options(${library} PRIVATE -fsanitize=fuzzer-no-link)
  endforeach()
  file(GLOB_RECURSE fuzz_sources CONFIGURE_DEPENDS tests/fuzz/*.cpp)
  foreach(source IN LISTS fuzz_sources)
    get_filename_component(name ${source} NAME_WE)
    add_executable(fuzz_${name} ${source} core/program/tables.cpp)
    target_link_libraries(fuzz_${name} PRIVATE core documents)
    target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  endforeach()
endif()
