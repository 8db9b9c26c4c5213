// In place of what a single page leaves out.
