# The module of the Python package, slipstick._core; python/pyproject.toml asks for it.
find_package(Python 3.10 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(nanobind CONFIG REQUIRED)
nanobind_add_module(_core EXCLUDE_FROM_ALL NOMINSIZE python/bindings/module.cpp)
target_link_libraries(_core PRIVATE core)
install(TARGETS _core DESTINATION slipstick COMPONENT python)
install(FILES web/public/link-dictionary-2.txt DESTINATION slipstick COMPONENT python)
# How Exudyn calls what the exporter of the page writes.
install(FILES web/src/export/exudyn-names.json DESTINATION slipstick/exudyn RENAME names.json COMPONENT python)
# The viewer in one file, where the site was built before.
install(FILES dist/single.html DESTINATION slipstick RENAME viewer.html COMPONENT python OPTIONAL)
