import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { catalogue } from '../../../wasm/engine/catalogue';
import type { ModelInfo } from '../../../wasm/engine/types';
import { listTitles } from '../format/texts';
import { referenceHash } from '../link/link';
import type { ModelDocument } from '../state/document';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';
import './used.css';

const lists = () =>
  [
    { key: 'create', kind: 'creator', title: listTitles.create() },
    ...catalogue.lists.map(({ name, kind }) => ({ key: name, kind, title: listTitles[name]() })),
    { key: 'analysis', kind: 'analysis', title: listTitles.analysis() },
  ] as const;

/** The types named in a document, by kind, and the types that its creators generated; without duplicates, in their order. */
function usedTypes(document: ModelDocument, model: ModelInfo): { kind: string; title: string; types: string[] }[] {
  return lists().flatMap(({ key, kind, title }) => {
    const entries = document[key] ?? (key === 'analysis' ? [{}] : []);
    const named = (Array.isArray(entries) ? entries : [entries]).map(
      (entry: { type?: unknown } | null) => entry?.type ?? (key === 'analysis' ? 'dynamic' : null),
    );
    const made = key === 'nodes' || key === 'objects' || key === 'markers' ? model[key].map(({ type }) => type) : [];
    const types = [...new Set([...named, ...made])].filter((type): type is string => typeof type === 'string');
    return types.length > 0 ? [{ kind, title, types }] : [];
  });
}

/** The types of a model's items, with links to their pages in the reference. */
@customElement('slip-used')
export class Used extends SessionView {
  protected override render() {
    const { opened, runner } = this.session;
    if (!opened || !runner.model || runner.phase === 'invalid') return nothing;
    return html`<section class="used" aria-labelledby="used-title">
      <h2 id="used-title">${msg('What this model uses')}</h2>
      <dl>
        ${usedTypes(opened.document, runner.model).map(
          ({ kind, title, types }) => html`<div>
            <dt>${title}</dt>
            <dd>${types.map((type) => html`<a href=${referenceHash(kind, type)}>${type}</a> `)}</dd>
          </div>`,
        )}
      </dl>
    </section>`;
  }
}
