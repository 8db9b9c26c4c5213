"""Step 2: turns the user functions of a model into formulas.

Entry: `item_functions.translate` for functions of items. `step_functions` does the same for functions that are called once in each step.
"""
