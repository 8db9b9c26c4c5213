import { Observable, observed } from '../state/observable';
import type { Session } from '../state/session';

const largest = 1400; // pixels of a side, as it is kept
const storageKey = 'slipstick.photo';

/** A photo to trace, which only this browser has, and where it lies in the drawing plane. */
export interface Photo {
  /** The model that it is for. */
  of: string;
  /** A data URL. */
  url: string;
  /** m */
  width: number;
  x: number;
  y: number;
  opacity: number;
}

/** The photo behind the drawing plane. The browser keeps one; it is never part of a document or a link. */
export class PhotoState extends Observable {
  @observed readonly photo: Photo | null = null;
  @observed readonly image: ImageBitmap | null = null;
  @observed readonly problem: string = '';
  private visit = -1;

  constructor(private readonly session: Session) {
    super();
    this.follow();
    session.subscribe(() => this.follow());
  }

  /** Takes a picture from a file: a metre wide, around the origin. */
  async take(file: Blob): Promise<void> {
    const url = await smaller(file);
    if (url === null) return this.set<PhotoState>({ problem: 'The browser cannot read this picture; try a smaller one, as JPEG or PNG.' });
    await this.keep({ of: this.model, url, width: 1, x: 0, y: 0, opacity: 0.5 });
  }

  change(fields: Partial<Photo>): void {
    if (this.photo) void this.keep({ ...this.photo, ...fields });
  }

  remove(): void {
    localStorage.removeItem(storageKey);
    this.set<PhotoState>({ photo: null, image: null, problem: '' });
  }

  private get model(): string {
    const { opened } = this.session;
    return opened?.draft ?? opened?.name ?? '';
  }

  /** Another model has another photo, or none; the first change of a model makes it the visitor's own. */
  private follow(): void {
    const { visit } = this.session;
    if (visit === this.visit) return this.photo && this.photo.of !== this.model ? this.change({ of: this.model }) : undefined;
    this.visit = visit;
    const kept = JSON.parse(attempt(() => localStorage.getItem(storageKey)) ?? 'null') as Photo | null;
    this.set<PhotoState>({ photo: null, image: null, problem: '' });
    if (kept?.of === this.model) void this.keep(kept);
  }

  private async keep(photo: Photo): Promise<void> {
    const image = photo.url === this.photo?.url ? this.image : await bitmapOf(photo.url);
    const kept = attempt(() => localStorage.setItem(storageKey, JSON.stringify(photo)) ?? true) !== null;
    this.set<PhotoState>({ photo, image, problem: kept ? '' : 'This browser keeps the photo only until the page is left.' });
  }
}

/** A data URL of a picture, scaled down where it is large; null where it cannot be read. */
async function smaller(file: Blob): Promise<string | null> {
  const url = URL.createObjectURL(file);
  try {
    const image = await loaded(url);
    const scale = Math.min(1, largest / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight].map((size) => Math.max(1, Math.round(size * scale)));
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/jpeg', 0.75);
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function bitmapOf(url: string): Promise<ImageBitmap | null> {
  return loaded(url)
    .then((image) => createImageBitmap(image, { imageOrientation: 'flipY' }))
    .catch(() => null);
}

function loaded(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  return new Promise((resolve, reject) => {
    image.onload = () => resolve(image);
    image.onerror = reject;
    image.src = url;
  });
}

function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** One for each session. */
const kept = new WeakMap<Session, PhotoState>();
export function photoOf(session: Session): PhotoState {
  let photo = kept.get(session);
  if (!photo) {
    photo = new PhotoState(session);
    kept.set(session, photo);
  }
  return photo;
}
