/**
 * Waits for a new task, so that pending messages, timers and drawing are processed. Unlike setTimeout, it adds no delay of milliseconds.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
