import type { Recording } from '../state/recording';
import { boundsOf, boxSize, isEmpty, motionBalls } from './bounds';
import { describeScene } from './description';

/** The diagonal of the box around all drawn objects of a recording, in metres; 0 if nothing is drawn. */
export function sceneSize(recording: Recording): number {
  const box = boundsOf(motionBalls(describeScene(recording.model), recording));
  return isEmpty(box) ? 0 : boxSize(box);
}
