import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { common } from '../../format/texts';
import { html } from '../../ui/html';
import { freshParameter } from '../outline';
import type { FormContext, Place } from './context';

const answerTitle = () => msg('Answer from a sensor');

/** Functionals that make a number of a sensor over the whole run. */
const functionals = () => [
  { value: 'final', label: msg('last value') },
  { value: 'max', label: msg('largest value') },
  { value: 'min', label: msg('smallest value') },
  { value: 'mean', label: common.mean() },
  { value: 'initial', label: msg('first value') },
];

const namesOf = (record: unknown) => (typeof record === 'object' && record !== null ? Object.keys(record) : []);

/** Below the value of a numeric answer: formulas that follow the sliders, from parameters, measures and sensors. */
export function answerHelp(place: Place, context: FormContext) {
  const { document, sensors } = context;
  const names = [
    ...namesOf(document.measures),
    ...namesOf(document.definitions).filter((name) => !name.includes('(')),
    ...namesOf(document.parameters),
  ];
  const isFixed = place.entry.value === undefined || !Number.isNaN(Number(place.entry.value));
  const insert = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    if (value) context.set(place, 'value', isFixed ? value : `${String(place.entry.value)} ${value}`);
  };
  return html`<p class="quiet build-help">${isFixed ? msg('A fixed number stays the right answer when sliders move; a formula follows them.') : msg('The right answer follows the sliders.')}</p>
    ${
      names.length > 0
        ? html`<div class="build-field"><label for="answer-name">${msg('Formula from a name')}</label><select id="answer-name" @change=${insert}>
            <option value="" .selected=${true}>${msg('Choose…')}</option>
            ${names.map((name) => html`<option value=${name}>${name}</option>`)}
          </select></div>`
        : nothing
    }
    ${
      sensors.length > 0
        ? html`<form class="build-measure" aria-label=${answerTitle()} @submit=${(event: Event) => measure(event, place, context)}>
            <span class="build-measure-title">${answerTitle()}</span>
            <select name="by" aria-label=${msg('Number of the run')}>${functionals().map(({ value, label }) => html`<option value=${value}>${label}</option>`)}</select>
            <select name="of" aria-label=${msg('Sensor and component')}>${sensors.flatMap(({ name, components }, i) =>
              components.map(
                (component, k) => html`<option value=${`${i},${k}`}>${components.length > 1 ? `${name}, ${component}` : name}</option>`,
              ),
            )}</select>
            <button class="outline-button">${msg('Use it')}</button>
          </form>`
        : nothing
    }`;
}

/** Adds a measure of a sensor to the document, and makes it the answer. */
function measure(event: Event, place: Place, { document, sensors, change, reference }: FormContext): void {
  event.preventDefault();
  const form = new FormData(event.target as HTMLFormElement);
  const [i, k] = String(form.get('of')).split(',').map(Number);
  const by = String(form.get('by'));
  const { name, components, unit } = sensors[i];
  const formula = `${by}(sensor(${JSON.stringify(name)})${components.length > 1 ? `[${k}]` : ''})`;
  const known = Object.entries((document.measures ?? {}) as Record<string, { formula?: unknown }>).find(
    ([, each]) => each?.formula === formula,
  )?.[0];
  const measured = known ?? freshParameter(document, `${by}_${name}`.replace(/\W+/g, '_'), reference);
  const entry = { formula, ...(unit ? { unit } : {}), label: `${name}, ${functionals().find(({ value }) => value === by)?.label}` };
  change([
    ...(known ? [] : [{ path: ['measures', measured], value: entry }]),
    { path: [...place.path, 'value'], value: measured },
    { path: [...place.path, 'unit'], value: unit || undefined },
  ]);
}
