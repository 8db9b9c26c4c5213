"""Step 4: solves the model in Exudyn as the script asks, and records the solutions.

Entry: `script.execute`. `solutions.Solutions` is a block within which every solution is converted and recorded.
"""
