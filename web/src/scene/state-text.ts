import { msg, str } from '@lit/localize';
import { displayUnit, formatNumber, quantityText, withUnit } from '../format/quantity';
import { common } from '../format/texts';
import type { Recording } from '../state/recording';
import { placeOf, valueAt } from '../state/samples';
import { lengthScale } from './about-body';
import { arrowSize } from './arrow';
import type { SceneDescription } from './description';

const most = 4; // bodies, so that the text is short enough to listen to

/** The picture in words: its time, the positions of the bodies, and the sizes of the drawn forces. */
export function stateText(scene: SceneDescription, recording: Recording, time: number): string {
  const { history } = recording;
  if (history.samples === 0) return '';
  const place = placeOf(history.time, time);
  const scale = lengthScale(recording, place);
  const moving = scene.bodies.filter(({ pose }) => pose !== null);
  const bodies = moving.slice(0, most).map(({ name, pose }) => {
    const position = history
      .poseColumns(pose!)
      .slice(0, 3)
      .map((column) => valueAt(column, place));
    return msg(str`${name || common.body()} at ${quantityText(position, 'm', scale, 3)}`);
  });
  if (moving.length > most) bodies.push(common.andMore(moving.length - most));
  const forces = scene.arrows.map((arrow) => {
    const size = arrowSize(recording, arrow, place);
    const unit = displayUnit(arrow.unit, size);
    return `${arrow.label} ${withUnit(formatNumber(size * unit.factor, 3), unit.text)}`;
  });
  return msg(str`At ${formatNumber(time, 4)} seconds: ${[...bodies, ...forces].join('; ')}.`);
}
