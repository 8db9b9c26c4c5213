import { withParameters } from '../state/document';
import type { LinkedRun } from '../state/linked-view';
import { Observable, observed, watch } from '../state/observable';
import { audience, beforeLiveRun, type GalleryModel, type OpenModel } from '../state/open-model';
import type { Values } from '../state/parameter-store';
import type { Session } from '../state/session';
import type { ChosenStudy } from '../state/study-spec';
import { loadDictionary } from './dictionary';
import { documentHash, galleryHash } from './link';

const longestAddress = 16_000; // characters, supported by every browser

/** The part of the view that only the address contains. */
interface SeenPart {
  kept: LinkedRun[];
  study?: ChosenStudy;
  student?: true;
}

/** What the tab's history remembers of a model beside its address. `tab`: the tab that a person has chosen. */
export interface Remembered {
  values: Values;
  kept: LinkedRun[];
  tab?: string;
}

/** The link to the open model, rebuilt when its content changes. */
export class LinkState extends Observable {
  /** The target address. */
  @observed readonly hash: string = '';
  /** State of a model in the tab's history that is not part of the address. */
  @observed readonly remembered: Remembered = { values: {}, kept: [] };
  /** The address under which the model was opened. */
  private opened = '';
  /** The document in the address, included because a person has acted on its run. */
  private carried = '';

  constructor(private readonly session: Session) {
    super();
  }

  /** Call this before a model is opened from this address. */
  open(hash: string): void {
    this.opened = hash;
    this.carried = '';
    this.set<LinkState>({ hash });
  }

  /** Follows the session until the returned function is called. */
  follow(): () => void {
    const { session } = this;
    return watch(
      () => ({
        opened: session.opened,
        values: session.parameters.linked,
        kept: session.comparison.linkedRuns(false),
        study: session.study.chosen ?? undefined,
        tab: session.view.chosen ?? undefined,
      }),
      ({ opened, values, kept, study, tab }) =>
        opened && this.take(opened, values, { kept, ...(study ? { study } : {}), ...audience(opened) }, tab ? { tab } : {}),
    );
  }

  private take(opened: OpenModel, values: Values, view: SeenPart, seen: { tab?: string }): void {
    const { kept, study } = view;
    this.set<LinkState>({ remembered: { values, kept, ...seen } });
    if (opened.draft) return this.set<LinkState>({ hash: `#d=${opened.draft}` });
    if (beforeLiveRun(opened)) return void this.carry(opened, values);
    const changed = Object.keys(values).length > 0 || kept.length > 0 || study !== undefined;
    if (opened.origin !== 'gallery') return this.carried ? this.set<LinkState>({ hash: this.opened }) : undefined;
    if (!changed && this.hash === '') return;
    this.set<LinkState>({ hash: this.sent(opened, values, view) || galleryHash(opened.name, values, view) });
  }

  /** The opened link, while it still matches the page. */
  private sent({ view, note, parameters }: GalleryModel, values: Values, { kept, study }: SeenPart): string {
    const text = (object: object = {}) => JSON.stringify(Object.entries(object).sort());
    const same = text(values) === text(parameters) && text(kept) === text(view?.kept ?? []) && text(study) === text(view?.study);
    return view && !note && Object.keys(view).length > 0 && same ? this.opened : '';
  }

  /** Includes a person's actions in the address, if there is room. */
  private async carry(opened: OpenModel, values: Values): Promise<void> {
    const document = withParameters(opened.document, values);
    const carried = JSON.stringify(document);
    if (carried === this.carried) return;
    this.carried = carried;
    const dictionary = await loadDictionary();
    if (this.carried !== carried || this.session.opened !== opened) return;
    const hash = documentHash(document, audience(opened), dictionary ?? undefined);
    if (hash.length <= longestAddress) this.set<LinkState>({ hash });
  }
}
