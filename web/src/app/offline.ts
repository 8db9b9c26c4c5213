import { savesData } from '../ui/saves-data';

const rest = 2000; // ms after the page has loaded, so that visible parts load first

/** Lets the browser store the site for offline use. The page works without it. */
export function workOffline(): void {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || !serviceWorker || savesData()) return;
  const begin = () => serviceWorker.register(new URL('./service-worker.js', document.baseURI)).catch(() => {});
  const later = () => setTimeout(begin, rest);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}
