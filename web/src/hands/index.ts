/** The part of this room that others use. */
export { handsButtons, handsHint } from './hands-buttons';
export { HandsOn, handsContext } from './hands-on';
export { moveDuration, resolutionFor, rounded, TargetPath } from './target-path';
