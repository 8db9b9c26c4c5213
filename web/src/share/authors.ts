import { msg } from '@lit/localize';
import { nothing, type TemplateResult } from 'lit';
import { attempt } from '../format/attempt';
import { html } from '../ui/html';

/** What a person adds to own models that do not name their authors. */
export interface Authors {
  /** Names, separated by commas. */
  names: string;
  /** An SPDX identifier. */
  licence: string;
}

const key = 'slipstick.authors';
const longest = 1000; // characters that the engine accepts
const licences = ['CC-BY-4.0', 'CC-BY-SA-4.0', 'CC0-1.0', 'MIT'];

/** The authors that a person gave last in this browser. */
export function lastAuthors(): Authors {
  const { names, licence } = attempt(() => JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Authors>, {});
  return { names: typeof names === 'string' ? names : '', licence: typeof licence === 'string' ? licence : '' };
}

export function keepAuthors(authors: Authors): void {
  attempt(() => localStorage.setItem(key, JSON.stringify(authors)), undefined);
}

/** `about` of a document made from the gallery model `base` ("": none); undefined if the person gives nothing. */
export function aboutOf({ names, licence }: Authors, base: string): object | undefined {
  const authors = names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (authors.length === 0 && licence.trim() === '') return undefined;
  return {
    ...(authors.length > 0 ? { authors } : {}),
    ...(licence.trim() ? { licence: licence.trim() } : {}),
    ...(base ? { basedOn: { address: `#g=${base}` } } : {}),
  };
}

/** Fields for the authors and the licence. */
export function authorFields(given: Authors, change: (authors: Authors) => void): TemplateResult {
  const field = (name: keyof Authors, label: string, list: string | typeof nothing) => html`<label class="share-check">
      <span>${label}</span>
      <input
        type="text"
        maxlength=${longest}
        list=${list}
        .value=${given[name]}
        @change=${(event: Event) => change({ ...given, [name]: (event.target as HTMLInputElement).value })}
      />
    </label>`;
  return html`<details class="share-plots share-authors" ?open=${given.names !== '' || given.licence !== ''}>
    <summary>${msg('Authors and licence')}</summary>
    ${field('names', msg('Authors, separated by commas'), nothing)}
    ${field('licence', msg('Licence, for example CC-BY-4.0'), 'share-licences')}
    <datalist id="share-licences">${licences.map((name) => html`<option value=${name}></option>`)}</datalist>
  </details>`;
}
