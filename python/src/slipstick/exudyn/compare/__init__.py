"""Step 5: runs the document in Slipstick and compares the results with those of Exudyn.

Entry: `publishing.published_of` makes a page from a solution and its comparison.
"""
