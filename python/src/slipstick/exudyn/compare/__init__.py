"""Step 5: runs the document in Slipstick and compares its results with Exudyn's.

Entry: `publishing.published_of` makes a page from a solution and its comparison.
"""
