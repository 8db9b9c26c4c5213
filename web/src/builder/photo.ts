import { msg, str } from '@lit/localize';
import { drafts } from '../editor';
import { attempt } from '../format/attempt';
import { Observable, observed, watch } from '../state/observable';
import { galleryName } from '../state/open-model';
import type { Session } from '../state/session';
import { pictureSize } from './picture-size';

const sides = [1400, 1000, 700, 500]; // pixels of the longer side of a stored photo: the first size that is small enough is used
/** Characters of a stored photo. */
export const mostKept = 400_000;
const headLength = 2 ** 18; // bytes at the start of a file that contain the size of its picture

/** A photo to trace, stored only in this browser, and its place in the drawing plane. */
export interface Photo {
  /** A data URL. */
  url: string;
  /** m */
  width: number;
  x: number;
  y: number;
  opacity: number;
}

/** The photo behind the drawing plane. The browser stores it with the visitor's own version; it is never part of a document or a link. */
export class PhotoState extends Observable {
  @observed readonly photo: Photo | null = null;
  @observed readonly image: ImageBitmap | null = null;
  @observed readonly problem: string = '';
  private visit = -1;
  /** The key under which it is stored: the id of the model's draft, or its name. */
  private of = '';

  constructor(private readonly session: Session) {
    super();
    watch(
      () => [session.visit, session.opened],
      () => this.follow(),
    );
  }

  /** Reads a picture from a file; it becomes one metre wide, centred at the origin. */
  async take(file: Blob): Promise<void> {
    const url = await smaller(file);
    if (url.startsWith('data:')) await this.keep({ url, width: 1, x: 0, y: 0, opacity: 0.5 });
    else this.set<PhotoState>({ problem: url });
  }

  change(fields: Partial<Photo>): void {
    if (this.photo) void this.keep({ ...this.photo, ...fields });
  }

  remove(): void {
    void drafts.keepPhoto(this.of, null);
    this.set<PhotoState>({ photo: null, image: null, problem: '' });
  }

  /** Loads the photo of another model, if it has one; the first change of a model makes it the visitor's own. */
  private follow(): void {
    const { visit, opened } = this.session;
    const [before, now] = [this.of, opened?.draft ?? galleryName(opened)];
    this.of = now;
    if (visit === this.visit) {
      if (now === before || !this.photo) return;
      void drafts.has(before).then((has) => has || drafts.keepPhoto(before, null));
      return this.change({});
    }
    this.visit = visit;
    this.set<PhotoState>({ photo: null, image: null, problem: '' });
    void drafts.photo(now).then((text) => {
      const kept: Photo | null = attempt(() => JSON.parse(text ?? 'null'), null);
      if (kept && visit === this.visit && !this.photo) void this.keep(kept);
    });
  }

  private async keep(photo: Photo): Promise<void> {
    const { visit } = this;
    const image = photo.url === this.photo?.url ? this.image : await bitmapOf(photo.url);
    if (visit !== this.visit) return;
    this.set<PhotoState>({ photo, image, problem: '' });
    const kept = this.of !== '' && (await drafts.keepPhoto(this.of, JSON.stringify(photo)));
    if (!kept && visit === this.visit) this.set<PhotoState>({ problem: msg('This browser keeps the photo only until the page is left.') });
  }
}

/**
 * Why a picture with this many pixels is too large for a computer with `memory` GiB. Before it is scaled down, it takes 4 bytes per pixel.
 */
export function tooLarge(size: { width: number; height: number } | null, memory: number): string {
  const [has, most] = [((size?.width ?? 0) * (size?.height ?? 0)) / 1e6, 16 * memory];
  if (has <= most) return '';
  return msg(str`The photo has ${Math.round(has)} megapixels; this browser can take up to ${most}. Save it with fewer pixels first.`);
}

/** A data URL of a picture scaled down for storage; or an error. */
async function smaller(file: Blob): Promise<string> {
  const size = pictureSize(new Uint8Array(await file.slice(0, headLength).arrayBuffer()));
  const problem = tooLarge(size, (navigator as { deviceMemory?: number }).deviceMemory ?? 4);
  if (problem) return problem;
  try {
    const image = await decoded(file, size);
    for (const side of sides) {
      const url = jpeg(image, side);
      if (url.length <= mostKept) return url;
    }
    return msg('The photo has too many details to be kept; choose a plainer part of it.');
  } catch {
    return msg('The browser cannot read this picture; try a smaller one, as JPEG or PNG.');
  }
}

/** Scales a large picture while it is decoded, so that only the small one stays in memory. */
function decoded(file: Blob, size: { width: number; height: number } | null): Promise<ImageBitmap | HTMLImageElement> {
  if (!size) return loaded(file);
  const most = 2 * sides[0];
  return createImageBitmap(file, size.width > most ? { resizeWidth: most, resizeQuality: 'medium' } : {});
}

function jpeg(image: ImageBitmap | HTMLImageElement, side: number): string {
  const { width, height } = image instanceof ImageBitmap ? image : { width: image.naturalWidth, height: image.naturalHeight };
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height].map((pixels) => Math.max(1, Math.round(pixels * scale)));
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', 0.75);
}

const bitmapOf = (url: string): Promise<ImageBitmap | null> =>
  shown(url)
    .then((image) => createImageBitmap(image, { imageOrientation: 'flipY' }))
    .catch(() => null);

async function loaded(file: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file);
  try {
    return await shown(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function shown(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  return new Promise((resolve, reject) => {
    image.onload = () => resolve(image);
    image.onerror = reject;
    image.src = url;
  });
}
