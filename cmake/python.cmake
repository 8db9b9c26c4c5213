# The module of the Python package, slipstick._core, built by python/pyproject.toml.
if(NOT ZLIB_FOUND)
  message(FATAL_ERROR "The Python package needs zlib with its headers (zlib1g-dev in Debian)")
endif()
find_package(Python 3.10 REQUIRED COMPONENTS Interpreter Development.Module OPTIONAL_COMPONENTS Development.SABIModule)
find_package(nanobind CONFIG REQUIRED)
# One module for Python 3.12 and all later versions, if nanobind supports it.
nanobind_add_module(_core STABLE_ABI EXCLUDE_FROM_ALL NOMINSIZE python/bindings/module.cpp)
target_link_libraries(_core PRIVATE core documents program)
# The module contains the command `slipstick`; its library for functional mock-up units is in the same folder.
install(TARGETS _core slipstick_fmu DESTINATION slipstick COMPONENT python)
install(FILES web/public/link-dictionary-2.txt DESTINATION slipstick COMPONENT python)
# The viewer in one file and the licences of its contents, if the site was built before.
install(FILES dist/LICENCES.txt DESTINATION slipstick COMPONENT python OPTIONAL)
install(FILES dist/single.html DESTINATION slipstick RENAME viewer.html COMPONENT python OPTIONAL)
install(FILES dist/widget.js DESTINATION slipstick COMPONENT python OPTIONAL)
