import { listen } from '../../ui/listen';

/**
 * Opens the page that asks whether to load the model at an address, and calls `use` with its text if a person agrees. Returns a function that
 * stops waiting; null if the browser opens no window.
 */
export function askForModel(address: string, use: (text: string) => void): (() => void) | null {
  const asking = window.open(`./import.html?compare#${encodeURIComponent(address)}`, '_blank');
  if (!asking) return null;
  return listen(window, 'message', ({ origin, source, data }: MessageEvent) => {
    const { model } = (data ?? {}) as { model?: unknown };
    if (origin === location.origin && source === asking && typeof model === 'string') use(model);
  });
}
