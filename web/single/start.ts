import { decompress } from 'lzma1';

/** The only script of a single page that is stored as text: unpacks the rest and starts it. */
async function start(): Promise<void> {
  // A problem of Open edX may restore its state before the program has loaded.
  const early: { early?: string; setState(state: string): void } = {
    setState(state) {
      early.early = state;
    },
  };
  if (window.parent !== window) Object.assign(globalThis, { slipstick: early });
  const style = document.createElement('style');
  style.textContent = new TextDecoder().decode(unpacked('style'));
  document.head.append(style);
  const program = new Blob([unpacked('program')], { type: 'text/javascript' });
  (globalThis as { packedEngine?: () => BufferSource }).packedEngine = () => unpacked('engine');
  await import(/* @vite-ignore */ URL.createObjectURL(program));
}

function unpacked(id: string): Uint8Array<ArrayBuffer> {
  const letters = atob(document.getElementById(id)?.textContent ?? '');
  return new Uint8Array(decompress(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))));
}

start().catch((error) => {
  const message = document.createElement('p');
  message.setAttribute('role', 'alert');
  message.textContent = `This page did not start: ${error instanceof Error ? error.message : error}`;
  document.body.append(message);
});
