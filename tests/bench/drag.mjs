// Measures the delay between a pointer that drags a body of a mechanism in Build and the picture, in a browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';

const moves = 400;
const replayed = 200;
const viewport = { width: 1280, height: 800 };

const planar = (name, referencePosition, turn, length, mass) => ({
  type: 'RigidBody2D',
  name,
  referencePosition,
  referenceRotationMatrix: `rotZ(${turn})`,
  inertia: { shape: 'cuboid', sideLengths: [length, 0.1 * length, 0.05 * length], mass },
  visualization: { graphics: [{ type: 'box', size: [length, 0.1 * length, 0.05 * length] }] },
});
const hinge = (name, bodies, x, y) => ({ type: 'RevoluteJoint', name, bodies, position: [x, y, 0] });
const whole = (title, create) => ({
  slipstick: 1,
  title,
  create: [{ type: 'Ground', name: 'ground' }, ...create],
  analysis: { type: 'dynamic', endTime: 0.1, numberOfSteps: 10 },
});

function fourBar() {
  const between = (name, [x0, y0], [x1, y1]) =>
    planar(name, [(x0 + x1) / 2, (y0 + y1) / 2, 0], Math.atan2(y1 - y0, x1 - x0), Math.hypot(x1 - x0, y1 - y0), 1);
  return whole('four-bar', [
    between('crank', [0, 0], [0, 0.1]),
    between('coupler', [0, 0.1], [0.3, 0.2]),
    between('rocker', [0.3, 0.2], [0.3, 0]),
    hinge('A', [null, 'crank'], 0, 0),
    hinge('B', ['crank', 'coupler'], 0, 0.1),
    hinge('C', ['coupler', 'rocker'], 0.3, 0.2),
    hinge('D', [null, 'rocker'], 0.3, 0),
  ]);
}

/** Ten crossed pairs of bars of 1 m, stacked. */
function scissorLift() {
  const lift = 0.6;
  const [c, s] = [Math.cos(lift) / 2, Math.sin(lift)];
  const bars = Array.from({ length: 20 }, (_, i) =>
    planar(`bar${i}`, [c, s * (0.5 + Math.floor(i / 2)), 0], i % 2 ? Math.PI - lift : lift, 1, 1),
  );
  const stages = Array.from({ length: 10 }, (_, i) => {
    const [rising, falling] = [`bar${2 * i}`, `bar${2 * i + 1}`];
    const above = [
      hinge(`left${i}`, [falling, `bar${2 * i + 2}`], 0, s * (i + 1)),
      hinge(`right${i}`, [rising, `bar${2 * i + 3}`], 2 * c, s * (i + 1)),
    ];
    return [hinge(`cross${i}`, [rising, falling], c, s * (i + 0.5)), ...(i < 9 ? above : [])];
  });
  const roller = {
    type: 'GenericJoint',
    name: 'roller',
    bodies: [null, 'bar1'],
    position: [2 * c, 0, 0],
    constrainedAxes: [0, 1, 0, 0, 0, 0],
  };
  return whole('scissor lift', [...bars, hinge('foot', [null, 'bar0'], 0, 0), roller, ...stages.flat()]);
}

/** The dragged bodies, grabbed by their middle. */
const mechanisms = (models) => [
  { name: 'four-bar', document: fourBar(), body: 'coupler' },
  { name: 'scissor lift of 20 bars', document: scissorLift(), body: 'bar19' },
  { name: 'Bricard', document: JSON.parse(readFileSync(join(models, 'bricard.json'), 'utf8')), body: 'rod3' },
];

/**
 * For each mechanism: frames per second, and the median and 95th percentile in ms of the time from a move to its frame and of the
 * computation.
 */
export async function timeDrags(browser, url, models) {
  const rows = [];
  for (const mechanism of mechanisms(models)) rows.push(await timeDrag(browser, url, mechanism));
  return rows;
}

async function timeDrag(browser, url, { name, document, body }) {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchDrags);
    await page.goto(`${url}#m=1.${deflateRawSync(JSON.stringify(document)).toString('base64url')}`);
    await page.locator('.model-page[data-phase=finished]').waitFor();
    await page.getByRole('tab', { name: 'Build' }).click();
    await page.locator('slip-draw[data-ready]').waitFor();
    await page.waitForTimeout(1500);
    const [x, y] = await page.evaluate(grip, body);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.evaluate(lead, { x, y, moves });
    await page.waitForTimeout(200);
    const pulls = await page.evaluate(() => window.pulls);
    const drawn = pulls.filter((pull) => pull.drawn).slice(10);
    const seconds = (drawn.at(-1).drawn - drawn[0].drawn) / 1000;
    const whole = drawn.map((pull) => pull.drawn - pull.moved);
    const computing = await page.evaluate(again, replayed); // while the pointer rests, so that the worker is otherwise idle
    return { name, pictures: (drawn.length - 1) / seconds, whole: twoOf(whole), computing: twoOf(computing) };
  } finally {
    await context.close();
  }
}

const twoOf = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.95].map((share) => sorted[Math.floor(share * (sorted.length - 1))]);
};

/** In the page: the duration of the same requests while nothing is drawn, ms. */
async function again(count) {
  const times = [];
  for (const { worker, args } of window.pulls.slice(0, count)) {
    const id = -1 - times.length;
    const start = performance.now();
    await new Promise((resolve) => {
      const hear = ({ data }) => {
        if (data.id !== id) return;
        worker.removeEventListener('message', hear);
        resolve();
      };
      worker.addEventListener('message', hear);
      worker.postMessage({ id, request: 'assemble', args });
    });
    times.push(performance.now() - start);
  }
  return times;
}

/** In the page: the screen position of the middle of a body. */
function grip(object) {
  const { picture } = document.querySelector('slip-scene');
  const { left, top } = document.querySelector('slip-scene canvas').getBoundingClientRect();
  const at = picture.pixelOf(picture.gripPoint({ object, link: null, at: [0, 0, 0] }).toArray());
  return [left + at.x, top + at.y];
}

/** In the page: leads the pressed pointer around a point, one move per animation frame. */
async function lead({ x, y, moves }) {
  const canvas = document.querySelector('slip-scene canvas');
  for (let i = 1; i <= moves; i++) {
    await new Promise(requestAnimationFrame);
    const turn = (2 * Math.PI * i) / 100;
    const place = { clientX: x + 40 * Math.sin(turn), clientY: y + 15 * Math.sin(2 * turn) };
    canvas.dispatchEvent(new PointerEvent('pointermove', { ...place, bubbles: true, pointerId: 1, pointerType: 'mouse', buttons: 1 }));
  }
}

/** In the page: the times of the moves that cause assembly requests, of the answers, and of their frames. */
function watchDrags() {
  window.pulls = [];
  let moved = 0;
  addEventListener('pointermove', (event) => (moved = event.timeStamp), true);
  window.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        const pull = window.pulls.find(({ worker, id, answered }) => worker === this && id === data.id && !answered);
        if (pull) pull.answered = performance.now();
      });
    }
    postMessage(message, ...rest) {
      if (message?.request === 'assemble' && message.id > 0) {
        const pull = { id: message.id, moved, posted: performance.now() };
        for (const [key, value] of Object.entries({ worker: this, args: message.args })) Object.defineProperty(pull, key, { value });
        window.pulls.push(pull);
      }
      super.postMessage(message, ...rest);
    }
  };
  addEventListener(
    'drawn',
    () => {
      for (const pull of window.pulls) if (pull.answered && !pull.drawn) pull.drawn = performance.now();
    },
    true,
  );
}
