// Slightly damaged inputs of the page, made from valid ones by seeds: each is read or refused with a message.
//
// SLIPSTICK_SEEDS=5000:20000 npx vitest run tests/web/random.test.ts    20 000 inputs of each kind from seed 5000 on
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readOptions } from '../../web/src/embed/options';
import { textIn } from '../../web/src/format/localised';
import { assignedModel, readSubmissions } from '../../web/src/grading/files';
import { connectJsInput } from '../../web/src/hosts/jsinput';
import { connectScorm, type ScormApi } from '../../web/src/hosts/scorm';
import { connectSplice } from '../../web/src/hosts/splice';
import { documentHash, readLink, submissionHash } from '../../web/src/link/link';
import { modelOfLink } from '../../web/src/link/open-link';
import { pack } from '../../web/src/link/pack';
import { type ModelDocument, withoutTexts } from '../../web/src/state/document';
import { type GivenRun, recordingOf } from '../../web/src/state/given-run';
import { handsDone, withoutHands } from '../../web/src/state/hand-events';
import { sameMechanism } from '../../web/src/state/kept-runs';
import { viewText } from '../../web/src/state/linked-view';
import { languagesOf, TaskState } from '../../web/src/state/tasks';
import { curveOf, readMeasured } from '../../web/src/study/measured';
import { plainLabel, richLabel } from '../../web/src/ui/label';
import { renderMarkdown, renderSections } from '../../web/src/ui/markdown';
import { testEngine } from '../support/engine';
import { mutatedBytes, mutatedJson, mutatedText, Random } from '../support/random';
import { emptyStorage } from '../support/storage';
import { dictionary } from './link/dictionary';

const [from, count] = (process.env.SLIPSTICK_SEEDS ?? '0:400').split(':').map(Number);
const engine = await testEngine();
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const data = 'tests/data/links/0.1.0';
const links = json(`${data}/links.json`) as { hash: string; view: object }[];
const submissions = json(`${data}/submissions.json`) as { submission: object; links: string[] }[];
const pages = json(`${data}/pages.json`) as { part: string }[];
const tasks = json('tests/data/live/tasks.json') as ModelDocument;

/** Whether the page threw this error on purpose, for its message. Errors of the language are faults. */
function isSentence(error: unknown): boolean {
  const faults = [TypeError, RangeError, SyntaxError, ReferenceError, URIError];
  return error instanceof Error && error.message.length > 0 && !faults.some((fault) => error instanceof fault);
}

/** Runs a kind of input for all seeds, or a share of them. `read` returns whether the input was read; some inputs are never refused. */
function random(
  name: string,
  read: (random: Random) => boolean | Promise<boolean>,
  { share = 1, mayRefuse = true }: { share?: number; mayRefuse?: boolean } = {},
): void {
  test(`${name} are read or refused`, async () => {
    const faults: string[] = [];
    const seeds = Math.ceil(count * share);
    let refused = 0;
    for (let seed = from; seed < from + seeds; seed++) {
      try {
        if (!(await read(new Random(seed)))) refused++;
      } catch (error) {
        if (isSentence(error)) refused++;
        else faults.push(`SLIPSTICK_SEEDS=${seed}:1: ${(error as Error).stack}`);
      }
    }
    expect(faults.slice(0, 5), `${faults.length} of ${seeds} ${name.toLowerCase()} failed`).toEqual([]);
    if (seeds < 50) return;
    if (mayRefuse) expect(refused, 'refused').toBeGreaterThan(0);
    expect(refused, 'refused').toBeLessThan(seeds);
  }, 600_000); // aborts one that hangs
}

const hashes = [
  ...links.map(({ hash }) => hash),
  ...submissions.flatMap((each) => each.links),
  '#g=belt&mu=0.3&~t=0.5&~c=orbit,1,2,3,0,0,0&~p=0,2&~w=0,1&~z=0,0,1,2,3&~h=0.1&~l=1.0&~k=mu:0.2,k:3;hidden;name',
  '#i=object.RigidBody/physicsMass',
  '#doc=formulas/a%20b',
  '#reference=belt',
];

random('Links', async (random) => {
  let hash = random.among(hashes);
  const part = random.below(3);
  if (part === 0) {
    const document = mutatedJson(tasks, random);
    hash = typeof document === 'object' && document !== null ? documentHash(document, random.among(links).view) : '#m=1.';
  } else if (part === 1) {
    const changed = mutatedJson(random.among(submissions).submission, random);
    hash = typeof changed === 'object' && changed !== null ? submissionHash(changed) : '#s=1.';
  }
  if (part === 2 || random.chance(0.3)) hash = mutatedText(hash, random);
  const link = readLink(hash, dictionary);
  if ('view' in link) viewText(link.view);
  if (link.kind === 'broken') {
    expect(link.message).not.toBe('');
    return false;
  }
  if (link.kind !== 'document') return true;
  const opened = await modelOfLink(link);
  if (typeof opened === 'string') return false;
  const { document } = opened.model;
  sameMechanism(document, tasks);
  handsDone(tasks, withoutHands(withoutTexts(document)));
  return true;
});

random(
  'Files of submissions',
  async (random) => {
    const texts = () => {
      const { submission, links } = random.among(submissions);
      const version1 = submissionHash(submission);
      return random.among([
        JSON.stringify(mutatedJson(submission, random)),
        JSON.stringify(submission),
        mutatedText(`Dear all,\nmine: ${version1} ${random.among(links)}.`, random),
        random.among(pages).part,
        JSON.stringify(mutatedJson(tasks, random)),
      ]);
    };
    const entries: Record<string, Uint8Array> = {};
    for (let i = random.below(4); i >= 0; i--) entries[mutatedText(`class/${i}.json`, random)] = strToU8(texts());
    let bytes: Uint8Array<ArrayBuffer> = Uint8Array.from(zipSync(entries));
    if (random.chance(0.8)) bytes = mutatedBytes(bytes, random);
    const files = [new File([bytes], random.chance(0.9) ? 'a.zip' : 'a.json'), new File([mutatedText(texts(), random)], 'b.json')];
    const { submissions: read, problems } = await readSubmissions(files);
    for (const { problem } of problems) expect(problem).not.toBe('');
    for (const file of files) await assignedModel(file);
    return read.length > 0;
  },
  { share: 0.5 },
);

const tables = [
  't,x\n0,1\n0.1,2\n0.2,2.5\n0.3,3\n',
  'time [s];"height [mm]"\n0;1,5\n0,1;2,5\n0,2;3,5\n0,3;4\n',
  '# comment\nt\tx\ty\n0\t1\t2\n1\t2\t3\n2\t3\t4\n3\t1e3\t-2\n',
  '0 1,5\n1 2,5\n2 3,5\n',
  readFileSync('docs/formulas.md', 'utf8').slice(0, 3000),
];

random('Tables of measurements', (random) => {
  const table = readMeasured(mutatedText(random.among(tables), random), 'a.csv');
  const { columns } = table;
  const { x, y } = curveOf(table, random.below(columns.length), random.below(columns.length), 1, 1e-3);
  expect([...x, ...y].every(Number.isFinite)).toBe(true);
  return true;
});

const texts = [...['formulas.md', 'studies.md', 'tasks.md'].map((name) => readFileSync(`docs/${name}`, 'utf8').slice(0, 4000))];
texts.push(
  String(json('web/models/rolling-coin.json').description),
  'A $\\mu_s$ and\n$$\\frac{a}{b}$$\n\n| a | b |\n|---|---|\n| 1 | `2` |\n',
);

random(
  'Texts of models',
  async (random) => {
    const text = mutatedText(random.among(texts), random);
    for (const html of [renderMarkdown(text), await renderSections(text)]) expect(html).not.toMatch(/<script|<img|javascript:[^<]*"/i);
    richLabel(text);
    plainLabel(text);
    const translations = mutatedJson({ en: 'Text', de: 'Text' }, random);
    textIn(translations, 'de');
    languagesOf([{ id: 'a', title: translations, text: translations } as never]);
    return true;
  },
  { share: 0.25, mayRefuse: false },
);

const query = 'show=scene,time&autoplay=1&start=0.5&theme=dark&hands-on=1&host=splice';

random('Messages and addresses of hosts', async (random) => {
  const model = (await checkedTasks).model;
  const book = new TaskState((submission, whole) => engine.grade(submission, whole), emptyStorage);
  await book.open(tasks, random.chance(0.3) ? 'Ada' : undefined);
  const saved = { seed: 'Ada', answers: { period: { answer: '0.6 s', tries: 1, hints: 0, score: 1, message: '' } } };
  const listen = new EventTarget();
  const sent: object[] = [];
  const host = { postMessage: (message: object) => void sent.push(message) };
  const say = (message: unknown) => listen.dispatchEvent(Object.assign(new Event('message'), { data: message, source: host, origin: '' }));
  const known = () => model?.tasks ?? [];
  readOptions(mutatedText(query, random));
  let before = 0;
  if (random.chance(0.4)) {
    const end = connectJsInput(book, known, () => 'Check an answer first.', host, listen);
    before = sent.length;
    const method = random.among(['getGrade', 'getState', 'setState', '__ready']);
    const params = random.chance(0.5) ? JSON.stringify(mutatedJson(saved, random)) : 'ping';
    say(mutatedText(JSON.stringify({ id: 1, method: `JSInput::${method}`, params }), random));
    say(JSON.stringify(mutatedJson({ id: 1, method: `JSInput::${method}`, params }, random)));
    end();
  } else if (random.chance(0.6)) {
    const course = connectSplice(book, known, host, listen, random.chance(0.5));
    const { message_id } = sent[0] as { message_id: string };
    before = sent.length;
    say(mutatedJson({ subject: 'SPLICE.getState.response', message_id, state: saved }, random));
    await new Promise((resolve) => setTimeout(resolve));
    course.end();
  } else {
    const kept = random.chance(0.5) ? mutatedText(pack(JSON.stringify(saved)), random) : pack(JSON.stringify(mutatedJson(saved, random)));
    const api = { LMSInitialize: () => 'true', LMSGetValue: () => kept, LMSSetValue: () => '', LMSCommit: () => '', LMSFinish: () => '' };
    (await connectScorm(book, known, api as ScormApi, listen))();
  }
  await new Promise((resolve) => setTimeout(resolve));
  for (const { id } of known()) book.of(id);
  JSON.stringify(book.saved);
  const score = book.scoreOf(known());
  expect(score >= 0 && score <= 1).toBe(true);
  return Object.keys(book.answers).length > 0 || sent.length > before;
});
const checkedTasks = engine.check(JSON.stringify(tasks));

random(
  'Runs from elsewhere',
  async (random) => {
    const { model, given } = await coin;
    const samples = random.chance(0.5) ? mutatedBytes(given.samples, random) : given.samples;
    const run = random.chance(0.5) ? mutatedJson({ count: given.count, measures: [], problem: '' }, random) : { count: given.count };
    const whole = { ...given, ...(typeof run === 'object' && run !== null ? run : {}), samples } as GivenRun;
    try {
      const { history } = await recordingOf(whole, model);
      return history.samples >= 0;
    } catch (error) {
      expect((error as Error).message).not.toBe(''); // which the frame shows
      return false;
    }
  },
  { share: 0.25 },
);
const coin = (async () => {
  const run = engine.start(JSON.stringify(tasks));
  for await (const _ of run);
  const model = await run.model;
  const columns = run.history.columns.slice(0, model.solver[0].column).map((column) => Buffer.from(column.slice().buffer));
  const samples = Uint8Array.from(deflateSync(Buffer.concat(columns)));
  return { model, given: { parameters: {}, count: run.history.samples, samples, statistics: run.statistics, measures: [], problem: '' } };
})();
