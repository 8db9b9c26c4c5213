import { msg } from '@lit/localize';

/** Resolves when the person asks to try again. */
type Ask = () => Promise<void>;

/** Loads a part of the page on demand. If it does not arrive, a message offers to try again; the promise never rejects. */
export async function load<T>(part: () => Promise<T>, ask: Ask = askInPage): Promise<T> {
  for (;;) {
    try {
      return await part();
    } catch {
      await ask();
      loadStylesAgain();
    }
  }
}

let asking: Promise<void> | null = null;

/** One message for everything that is missing. It contains its own styles, because style sheets may be missing too. */
function askInPage(): Promise<void> {
  asking ??= new Promise((resolve) => {
    const notice = document.createElement('div');
    notice.setAttribute('role', 'alert');
    notice.className = 'load-notice';
    notice.style.cssText =
      'position:fixed;inset:auto 12px 12px;z-index:1000;max-width:40rem;margin:0 auto;padding:12px 16px;border:1px solid;border-radius:8px;background:Canvas;color:CanvasText;font:16px/1.5 system-ui,sans-serif';
    const button = (label: string, act: () => void) => {
      const made = document.createElement('button');
      made.type = 'button';
      made.textContent = label;
      made.style.cssText =
        'margin:8px 8px 0 0;padding:4px 12px;border:1px solid;border-radius:6px;font:inherit;background:Canvas;color:inherit';
      made.addEventListener('click', act);
      return made;
    };
    const again = button(msg('Try again'), () => {
      notice.remove();
      asking = null;
      resolve();
    });
    const reload = button(msg('Reload'), () => location.reload());
    const text = msg('A part of this page did not load. The connection may be interrupted, or a new version of the site was published.');
    notice.append(text, document.createElement('br'), again, reload);
    document.body.append(notice);
  });
  return asking;
}

/** Vite requests a style sheet only once; repeating an import does not load it again. */
function loadStylesAgain(): void {
  if (typeof document === 'undefined') return;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (!link.sheet) link.replaceWith(link.cloneNode());
}
