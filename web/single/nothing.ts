// Replaces modules that a single page omits.
