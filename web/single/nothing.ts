// In place of modules that a single page leaves out.
