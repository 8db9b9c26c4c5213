// Produces the files of a release in the same way as its page: links, views, studies, submissions, saved pages and recorded hands. `npm run
// freeze` runs it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Graded, RecordedEvent, Submission } from '../../wasm/engine/types';
import { documentHash, galleryHash, readLink, submissionHash } from '../../web/src/link/link';
import { singlePage } from '../../web/src/share/single';
import { type ModelDocument, withoutTexts, withParameters } from '../../web/src/state/document';
import type { LinkedView } from '../../web/src/state/linked-view';
import { packEvents } from '../../web/src/state/pack-events';

export { createEngine } from '../../wasm/engine/direct';

export interface FrozenLink {
  name: string;
  hash: string;
  /** SHA-256 of the document's text; "" for a model of the gallery. */
  document: string;
  /** As read by the release itself. */
  view: LinkedView;
}
export interface FrozenSubmission {
  submission: Graded;
  links: string[];
}
export interface FrozenStudy {
  document: object;
  /** The file of rows, sorted. */
  rows: string;
}
/** The part of a saved page that contains its model, and a digest of its run. */
export interface FrozenPage {
  name: string;
  part: string;
  document: string;
  proof: string;
}

export interface Tools {
  /** The native program. */
  program: string;
  grade(given: Submission): Promise<Graded>;
}

export const emptyPart = '<script type="application/json" id="model">null</script>';
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const dictionary = new Uint8Array(readFileSync('web/public/link-dictionary-2.txt'));
const model = (name: string) => JSON.parse(readFileSync(`web/models/${name}.json`, 'utf8'));
const tasks = JSON.parse(readFileSync('tests/data/live/tasks.json', 'utf8'));

/** Models with short runs; the last ones have inputs and hands. */
const whole = [
  'rolling-coin',
  'rolling-coin-joint',
  'slider-crank',
  'double-pendulum',
  'stick-slip',
  'bushings',
  'adhesive-contact',
  'bicycle',
];
const withHands = ['drive-car', 'flick-coin'];

/** A hand that grabs the mass, moves it in steps as a mouse does, and pushes it. */
const recorded: RecordedEvent[] = [
  { step: 20, grab: 'mass', at: [0, 0, 0], to: [1.05, 0, 0], duration: 0.16 },
  ...Array.from({ length: 12 }, (_, i) => ({ step: 24 + 4 * i, to: [1.05 + 0.02 * i, 0.001 * i * i, 0] }) as RecordedEvent),
  { step: 80, release: true },
  { step: 200, push: 'mass', at: [0, 0, 0], impulse: [-0.3, 0, 0], steps: 4 },
];

const views: Record<string, LinkedView> = {
  time: { time: 0.25 },
  camera: { camera: { view: 'orbit', offset: [1, -2, 1], target: [0, 0, 0.1] } },
  plots: { plots: [0, 2] },
  'no plots': { plots: [] },
  window: { window: [0.2, 0.6] },
  looks: { looks: { 0: { hidden: [1, 2] }, 1: { logarithmic: true }, 2: { logarithmic: false }, 3: { zoom: [-0.1, 0.1, 0, 0.2] } } },
  kept: {
    kept: [
      { values: { k: 90 }, name: '', shown: true },
      { values: { k: 120, d: 2 }, name: 'stiffer; (2nd) & “more”', shown: false },
    ],
  },
  study: { study: { study: { vary: { d: { from: 0, to: 10, points: 5 } }, measures: ['rest'] } } },
};

export async function freeze(folder: string, { program, grade }: Tools): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'slipstick-freeze-'));
  const file = (content: object) => {
    const path = join(scratch, 'model.json');
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const proofOf = (document: object, parameters: Record<string, number> = {}) => {
    const values = Object.entries(parameters).flatMap(([name, value]) => ['--parameter', `${name}=${value}`]);
    const output = execFileSync(program, ['run', file(document), '--output', '-', '--no-progress', ...values], { maxBuffer: 1e9 });
    return (JSON.parse(output.toString()) as { digest: string }).digest;
  };
  const links: FrozenLink[] = [];
  const add = (name: string, hash: string) => {
    const link = readLink(hash, dictionary);
    if (link.kind !== 'document' && link.kind !== 'gallery') throw new Error(`${name}: ${link.kind}`);
    links.push({ name, hash, document: link.kind === 'document' ? sha256(link.text) : '', view: link.view });
  };

  for (const name of [...whole, ...withHands]) add(name, documentHash(model(name), { proof: proofOf(model(name)) }, dictionary));
  const coin = withParameters(model('rolling-coin'), { mu: 0.31 });
  add('another coin, without texts', documentHash(withoutTexts(coin), { time: 0.5, proof: proofOf(coin) }, dictionary));
  add('version 1', documentHash(withoutTexts(coin), { proof: proofOf(coin) }));
  add(
    'gallery',
    galleryHash('rolling-coin', { mu: 0.3, radius: 0.02 }, { proof: proofOf(model('rolling-coin'), { mu: 0.3, radius: 0.02 }) }),
  );
  add('gallery, with a view', galleryHash('stick-slip', {}, { ...views.time, ...views.window, proof: proofOf(model('stick-slip')) }));
  for (const [name, view] of Object.entries(views)) add(name, documentHash(tasks, { ...view, proof: proofOf(tasks) }, dictionary));
  add('all of a view', documentHash(tasks, Object.assign({}, ...Object.values(views)), dictionary));
  const touched = { ...tasks, events: packEvents(recorded) };
  add('recorded hands', documentHash(touched, { proof: proofOf(touched) }, dictionary));
  for (const number of [284, 319]) add(`ends awkwardly: ${number}`, documentHash({ slipstick: 1, title: 'xxxx', number }, {}, dictionary));

  const answers = {
    predict: { answer: [0], tries: 1 },
    period: { answer: '0,628 s', tries: 3, hints: 1 },
    draw: { answer: Array.from({ length: 60 }, (_, i) => [i / 10, 0.1 * Math.cos(i)]), tries: 2 },
    tune: { answer: { d: 15 }, tries: 2 },
  };
  const handsDone = { events: recorded, handFrequency: 20 };
  const given: Submission[] = [
    { document: tasks, name: 'Ada', seed: 'Ada', answers },
    { document: tasks, name: 'Grace', seed: 'Grace', answers: { ...answers, tune: { answer: { d: 8 }, ...handsDone } }, ...handsDone },
    { document: tasks, name: '', seed: '', answers: { period: { answer: 'long' } }, parameters: { d: 3 } } as Submission,
  ];
  const submissions: FrozenSubmission[] = [];
  for (const each of given) {
    const submission = await grade({ ...each, saved: '2026-11-28T06:00:00.000Z' } as Submission);
    submissions.push({ submission, links: [submissionHash(submission), submissionHash(submission, dictionary)] });
  }

  const document = { ...tasks, study: { vary: { k: { from: 50, to: 150, points: 4 }, d: { from: 0.5, to: 2, points: 2 } } } };
  const rows = join(scratch, 'rows.csv');
  execFileSync(program, ['study', file(document), '--output', rows, '--no-progress'], { stdio: 'ignore' });
  execFileSync(program, ['study', '--merge', rows, '--output', join(scratch, 'sorted.csv')], { stdio: 'ignore' });
  const study: FrozenStudy = { document, rows: readFileSync(join(scratch, 'sorted.csv'), 'utf8') };

  const pages = (
    [
      ['coin', withoutTexts(model('rolling-coin')), { time: 0.5 }],
      ['tasks', tasks, {}],
      ['hands', touched, views.camera],
    ] as [string, ModelDocument, LinkedView][]
  ).map(([name, sent, view]): FrozenPage => {
    const proof = proofOf(sent);
    const site = 'https://example.org/slipstick/';
    return {
      name,
      part: singlePage(emptyPart, { document: sent, view: { ...view, proof }, site }),
      document: sha256(JSON.stringify(sent)),
      proof,
    };
  });

  rmSync(scratch, { recursive: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries({ links, submissions, study, pages }))
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(content, null, 1)}\n`);
}
