export { packEvents } from './pack-events';
export { moveDuration, resolutionFor, TargetPath } from './target-path';
