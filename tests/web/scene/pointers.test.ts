import { expect, test, vi } from 'vitest';
import { Pointers, type PointerUser } from '../../../web/src/scene/pointers';

function picture() {
  const canvas = { getBoundingClientRect: () => ({ left: 10, top: 20 }), setPointerCapture: vi.fn() } as unknown as HTMLCanvasElement;
  const pointers = new Pointers();
  /** Whether the camera receives the event. */
  const send = (type: string, [x, y]: [number, number], { target = canvas as unknown, pointerId = 1 } = {}) => {
    let seen = true;
    const stopPropagation = () => {
      seen = false;
    };
    const event = { type, target, pointerId, button: 0, clientX: 10 + x, clientY: 20 + y, stopPropagation, preventDefault: () => {} };
    pointers.handle(event as unknown as PointerEvent, canvas);
    return seen;
  };
  return { canvas, pointers, send };
}

const user = (takes: boolean) =>
  ({ down: vi.fn(() => takes), move: vi.fn(() => false), up: vi.fn(), cancel: vi.fn(), press: vi.fn() }) satisfies PointerUser;

test('A pointer belongs to the last user that takes it, until it is released', () => {
  const { canvas, pointers, send } = picture();
  const [first, second] = [user(true), user(true)];
  pointers.use(first);
  const stop = pointers.use(second);
  expect(send('pointerdown', [3, 4])).toBe(false);
  expect(second.down).toHaveBeenCalledWith({ x: 3, y: 4 }, expect.anything());
  expect(canvas.setPointerCapture).toHaveBeenCalledWith(1);
  expect(send('pointermove', [5, 4])).toBe(false);
  expect(send('pointerdown', [0, 0], { pointerId: 2 })).toBe(false); // a second finger neither draws nor zooms
  expect(send('pointerup', [0, 0], { pointerId: 2 })).toBe(false);
  expect(send('pointerup', [5, 4])).toBe(false);
  expect([second.down, second.move, second.up].map((each) => each.mock.calls.length)).toEqual([1, 1, 1]);
  expect(first.down).not.toHaveBeenCalled();
  stop();
  send('pointerdown', [3, 4]);
  send('pointercancel', [3, 4]);
  expect([first.down, first.up, first.cancel].map((each) => each.mock.calls.length)).toEqual([1, 0, 1]);
});

test('A pointer that nobody takes turns the camera; a short press is reported', () => {
  const { pointers, send } = picture();
  const only = user(false);
  pointers.use(only);
  for (const [distance, presses] of [
    [3, 1],
    [9, 1],
  ] as const) {
    expect(send('pointerdown', [0, 0])).toBe(true);
    expect(send('pointermove', [distance, 0])).toBe(true);
    expect(send('pointerup', [distance, 0])).toBe(true);
    expect(only.press).toHaveBeenCalledTimes(presses);
  }
  expect(only.up).not.toHaveBeenCalled();
  send('pointerdown', [0, 0], { target: 'a button over the picture' });
  expect(only.down).toHaveBeenCalledTimes(2);
});
