const widest = 480; // maximum height in pixels that a picture requests
const least = 240;

/**
 * Reports the frame height at which the whole model is visible without scrolling, whenever it changes. The picture, which fills the
 * available height, counts as half of the width, so that a higher frame does not request more height. Returns a function that stops it.
 */
export function followFrameHeight(frame: Element, report: (height: number) => void): () => void {
  let reported = 0;
  const measure = () => {
    const page = frame.querySelector('.model-page');
    if (!page) return;
    const picture = page.querySelector<HTMLElement>(':scope > .scene-part:not([hidden])');
    const parts = [...page.children].filter((part) => part.getClientRects().length > 0);
    const ends = parts.map((part) => part.getBoundingClientRect().bottom);
    const whole = Math.max(...ends, 0) - page.getBoundingClientRect().top;
    const wanted = picture ? Math.min(widest, Math.max(least, page.clientWidth / 2)) - picture.offsetHeight : 0;
    const height = Math.ceil(whole + wanted);
    if (height === reported || height <= 0) return;
    reported = height;
    report(height);
  };
  const sizes = new ResizeObserver(measure);
  const watch = () => {
    const page = frame.querySelector('slip-model-page');
    if (page) content.observe(page, { childList: true }); // another model has different parts
    sizes.disconnect();
    for (const part of frame.querySelectorAll('.model-page, .model-page > *')) sizes.observe(part);
  };
  const content = new MutationObserver(watch);
  content.observe(frame, { childList: true });
  watch();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}
