import { msg } from '@lit/localize';
import { attempt } from '../format/attempt';
import { readView } from '../link/link';
import { decoded } from '../link/mend';

const slug = '[\\w.-]+';

/** A pattern of an address that names a file indirectly, and the address of the file from the parts that it captures. */
interface Place {
  pattern: RegExp;
  file: (...parts: string[]) => string;
}

const raw = (owner: string, repository: string, revision = 'HEAD', path = '') =>
  `https://raw.githubusercontent.com/${owner}/${repository}/${revision}/${path}`;
const gist = (id: string, file = '') => `https://api.github.com/gists/${id}${file && `#${file}`}`;

/** Short addresses, and the pages on which GitHub and GitLab show a file. The site that sends a file must allow other sites to read it. */
const places: Place[] = [
  { pattern: new RegExp(`^gh:(${slug})/(${slug})(?:@([^/\\s]+))?/(\\S+)$`), file: raw },
  { pattern: new RegExp(`^https://github\\.com/(${slug})/(${slug})/(?:blob|raw)/([^/]+)/([^?#]+)`), file: raw },
  { pattern: /^gist:([0-9a-f]+)(?:\/(\S+))?$/, file: gist },
  { pattern: new RegExp(`^https://gist\\.github\\.com/(?:${slug}/)?([0-9a-f]+)/?(?:[?#].*)?$`), file: (id) => gist(id) },
  {
    pattern: /^https:\/\/gitlab\.com\/([^?#]+?)\/-\/(?:blob|raw)\/([^/]+)\/([^?#]+)/,
    file: (project, revision, path) =>
      `https://gitlab.com/api/v4/projects/${encodeURIComponent(decoded(project) ?? project)}/repository/files/${encodeURIComponent(decoded(path) ?? path)}/raw?ref=${revision}`,
  },
];

/**
 * The URL from which a model may be loaded, or a sentence on why it may not. The fragment of a gist's URL is the name of the file in it, or
 * empty.
 */
export function modelAddress(text: string, own: string): URL | string {
  const given = text.trim();
  for (const { pattern, file } of places) {
    const match = pattern.exec(given);
    if (match) return new URL(file(...match.slice(1)));
  }
  if (given.startsWith('gh:')) return msg('This is not an address on GitHub. It looks like gh:owner/repository@commit/folder/model.json');
  if (given.startsWith('gist:'))
    return msg('This is not an address of a gist. It looks like gist:0123456789abcdef or gist:0123456789abcdef/model.json');
  const url = attempt(() => new URL(given), null);
  if (!url) return msg('This is not an address. An address looks like https://example.org/model.json');
  if (url.protocol !== 'https:' && url.origin !== own) return msg('Addresses must begin with https://.');
  if (url.username || url.password) return msg('Addresses with a user name or a password are not allowed.');
  url.hash = '';
  return url;
}

/** The address of a model file in a text; "" if the text is a model or a link that carries one. */
export function fileAddress(text: string): string {
  const given = text.trim();
  if (places.some(({ pattern }) => pattern.test(given)) || /^(gh|gist):/.test(given)) return given;
  const url = /^https?:\S+$/.test(given) ? attempt(() => new URL(given), null) : null;
  if (!url) return '';
  if (url.pathname.endsWith('/import.html')) return partsOf(url.hash).address;
  return /#|%23/.test(given) ? '' : given;
}

/**
 * The parts of a link to the page that loads a model: the address, and the entries of a view after it, such as "&~t=0.5". Entries that are
 * no view belong to the address.
 */
export function partsOf(hash: string): { address: string; view: string } {
  const text = hash.slice(1);
  const whole = /^(https?|gh|gist)%3A/i.test(text) ? (decoded(text) ?? text) : text;
  const start = whole.indexOf('&~');
  const view = start < 0 ? '' : whole.slice(start);
  if (view === '' || typeof readView(view.split('&').slice(1)) === 'string') return { address: whole, view: '' };
  return { address: whole.slice(0, start), view };
}
