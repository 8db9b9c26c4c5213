import type { Recording } from '../state/recording';
import { boundsOf, boxSize, isEmpty, motionBalls } from './bounds';
import { describeScene } from './description';

/** The diagonal of the box around everything that is drawn of a recording, in metres; 0 without anything. */
export function sceneSize(recording: Recording): number {
  const box = boundsOf(motionBalls(describeScene(recording.model), recording));
  return isEmpty(box) ? 0 : boxSize(box);
}
