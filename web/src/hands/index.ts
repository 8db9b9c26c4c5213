/** What other rooms take from the hands that a person lays on a run. */
export { handsButtons } from './hands-buttons';
export { HandsOn, handsContext } from './hands-on';
export { moveDuration, resolutionFor, rounded, TargetPath } from './target-path';
