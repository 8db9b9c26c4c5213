const rest = 2000; // ms after the page has loaded: what is seen comes first

/** Lets the browser keep the site for use without a network. Where that is not possible, the page works all the same. */
export function workOffline(): void {
  const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (!import.meta.env.PROD || !serviceWorker || connection?.saveData) return;
  const begin = () => serviceWorker.register(new URL('./service-worker.js', document.baseURI)).catch(() => {});
  const later = () => setTimeout(begin, rest);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}
