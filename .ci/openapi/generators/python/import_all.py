"""Imports every module of a package, because an undefined name only fails at import."""

import importlib
import pkgutil
import sys

package = importlib.import_module(sys.argv[1])
modules = [module.name for module in pkgutil.walk_packages(package.__path__, sys.argv[1] + ".")]
for module in modules:
    importlib.import_module(module)
print(len(modules), "modules")
