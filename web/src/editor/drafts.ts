/** A visitor's own version of a model, kept by the browser. */
export interface Draft {
  id: string;
  /** Name of the gallery model it began with, or "". */
  base: string;
  text: string;
  changedAt: number; // ms since 1970
}

const prefix = 'slipstick.draft.';
const photoPrefix = 'slipstick.photo.';
const most = 30;

/** The store of drafts: each has its own key, so that two tabs do not overwrite each other's. */
export class Drafts {
  constructor(private readonly storage: () => Storage = () => localStorage) {}

  /** All drafts, the newest first. */
  list(): Draft[] {
    return this.attempt([], (storage) =>
      this.ids(storage)
        .map((id) => this.read(storage, id))
        .filter((draft) => draft !== null)
        .sort((a, b) => b.changedAt - a.changedAt),
    );
  }

  get(id: string): Draft | null {
    return this.attempt(null, (storage) => this.read(storage, id));
  }

  /** Keeps a draft; the oldest others give way. False if the browser does not keep anything. */
  keep(draft: Draft): boolean {
    return this.attempt(false, (storage) => {
      const others = this.list().filter((other) => other.id !== draft.id);
      for (const old of others.splice(most - 1)) drop(storage, old.id);
      for (;;) {
        try {
          storage.setItem(prefix + draft.id, JSON.stringify({ base: draft.base, text: draft.text, changedAt: draft.changedAt }));
          return true;
        } catch {
          const oldest = others.pop();
          if (!oldest) return false;
          drop(storage, oldest.id);
        }
      }
    });
  }

  remove(id: string): void {
    this.attempt(undefined, (storage) => drop(storage, id));
  }

  /** What is kept beside a model to trace it, by the id of its draft or its name in the gallery. */
  photo(of: string): string | null {
    return this.attempt(null, (storage) => storage.getItem(photoPrefix + of));
  }

  /** Keeps that as long as the draft, or takes it away. False if there is no room for it; no draft gives way. */
  keepPhoto(of: string, photo: string | null): boolean {
    return this.attempt(false, (storage) => {
      if (photo === null) storage.removeItem(photoPrefix + of);
      else storage.setItem(photoPrefix + of, photo);
      return true;
    });
  }

  newId(): string {
    return Date.now().toString(36) + Math.floor(Math.random() * 36 ** 4).toString(36);
  }

  private ids(storage: Storage): string[] {
    return Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));
  }

  private read(storage: Storage, id: string): Draft | null {
    try {
      const { base, text, changedAt } = JSON.parse(storage.getItem(prefix + id) ?? 'null');
      return typeof text === 'string' ? { id, base: String(base), text, changedAt: Number(changedAt) } : null;
    } catch {
      return null;
    }
  }

  /** Reading may be forbidden altogether, as in some frames. */
  private attempt<T>(otherwise: T, work: (storage: Storage) => T): T {
    try {
      return work(this.storage());
    } catch {
      return otherwise;
    }
  }
}

function drop(storage: Storage, id: string): void {
  storage.removeItem(prefix + id);
  storage.removeItem(photoPrefix + id);
}

export const drafts = new Drafts();

/** The title in a document's text, even while the text is not valid JSON. */
export function titleOf(text: string): string {
  const title = /"title"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  try {
    return title ? String(JSON.parse(title)) || 'Untitled model' : 'Untitled model';
  } catch {
    return 'Untitled model';
  }
}
