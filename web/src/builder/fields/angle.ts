import { isNumberText } from '../../format/quantity';
import { factsOf } from '../../state/type-facts';
import { html } from '../../ui/html';
import type { Row } from '../outline';
import { type FormContext, idOf, type Place, pointerTo } from './context';

const turned = /^\s*rotZ\(radians\((.*)\)\)\s*$/;

/** The angle about z in a rotation matrix, in degrees, as a number or a formula; null for other rotations. */
export function angleIn(value: unknown): string | null {
  const angle = typeof value === 'string' ? turned.exec(value)?.[1] : undefined;
  return angle !== undefined && isBalanced(angle) ? angle : null;
}

/** Whether each bracket that closes was opened before. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const c of text) {
    if (c === '(') depth++;
    if (c === ')' && --depth < 0) return false;
  }
  return depth === 0;
}

/** The rotation matrix that an angle yields; the text of the identity is empty. */
export const rotationBy = (angle: string): string | undefined =>
  angle === '' || (isNumberText(angle) && Number(angle) === 0) ? undefined : `rotZ(radians(${angle}))`;

/** Whether a rotation is shown as an angle: one about z, or none at all of a body in the plane. */
export function isAngle({ list, entry }: Place, row: Row): boolean {
  if (row.form.is !== 'matrix' || row.form.count !== undefined) return false;
  const value = entry[row.name];
  const isPlanar = factsOf(list, String(entry.type))?.dimensions === 2;
  return angleIn(value) !== null || (value === undefined && isPlanar);
}

export function angleField(place: Place, row: Row, context: FormContext, describedBy: string) {
  const pointer = pointerTo(place, row.name);
  const unparsed = context.unparsed.get(pointer);
  return html`<input
    id=${idOf(pointer)}
    type="text"
    autocomplete="off"
    spellcheck="false"
    placeholder="0"
    aria-describedby=${describedBy}
    aria-invalid=${unparsed !== undefined}
    .value=${unparsed?.text ?? angleIn(place.entry[row.name]) ?? ''}
    @change=${(event: Event) => context.type(place, row, (event.target as HTMLInputElement).value)}
  />`;
}
