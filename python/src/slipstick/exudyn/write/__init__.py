"""Step 3: writes the document of a model.

Entry: `conversion.conversion_of` chains all modules of this folder. `sliders` then turns numbers of the document into parameters.
"""
