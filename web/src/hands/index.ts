/** What other rooms take from the hands that a person lays on a run. */
export { HandsOn } from './hands';
export { handsButtons } from './hands-buttons';
export { moveDuration, resolutionFor, rounded, TargetPath } from './target-path';
