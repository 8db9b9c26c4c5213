"""Step 1: reads the model of a script.

Entry: `system.read` reads a system of Exudyn with all items. The other modules prepare a script for running: they record arguments that
Exudyn does not return, supply names of other versions, and read the script's variables and texts.
"""
