import { displayUnit, formatNumber, withUnit } from '../format/quantity';
import type { Recording } from '../state/recording';
import { placeOf, valueAt } from '../state/samples';
import { arrowVector } from './arrow';
import type { SceneDescription } from './description';

const most = 4; // bodies, so that the text is short enough to listen to

/** The picture in words: its time, the positions of the bodies, and the sizes of the drawn forces. */
export function stateText(scene: SceneDescription, recording: Recording, time: number): string {
  const { history } = recording;
  if (history.samples === 0) return '';
  const place = placeOf(history.time, time);
  const moving = scene.bodies.filter(({ pose }) => pose !== null);
  const bodies = moving.slice(0, most).map(({ name, pose }) => {
    const position = history
      .poseColumns(pose!)
      .slice(0, 3)
      .map((column) => valueAt(column, place));
    const unit = displayUnit('m', Math.max(...position.map(Math.abs)));
    const numbers = position.map((value) => formatNumber(Math.abs(value) < 1e-12 ? 0 : value * unit.factor, 3)).join(', ');
    return `${name || 'body'} at ${withUnit(numbers, unit.text)}`;
  });
  if (moving.length > most) bodies.push(`and ${moving.length - most} more`);
  const forces = scene.arrows.map((arrow) => {
    const size = Math.hypot(...arrowVector(recording, arrow, place));
    const unit = displayUnit(arrow.unit, size);
    return `${arrow.label} ${withUnit(formatNumber(size * unit.factor, 3), unit.text)}`;
  });
  return `At ${formatNumber(time, 4)} seconds: ${[...bodies, ...forces].join('; ')}.`;
}
