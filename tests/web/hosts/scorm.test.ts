import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { connectScorm, findScormApi, keptText, type ScormApi } from '../../../web/src/hosts/scorm';
import { scormPackage } from '../../../web/src/share/scorm';
import { forget, openTasks, tasks } from '../../support/tasks';

/** A platform as described by SCORM 1.2. */
class Platform implements ScormApi {
  values = new Map<string, string>();
  readonly calls: string[] = [];
  starts = 'true';

  LMSInitialize = () => this.called('initialize', this.starts);
  LMSGetValue = (name: string) => this.values.get(name) ?? '';
  LMSSetValue = (name: string, value: string) => {
    if (name === 'cmi.suspend_data' && value.length > 4096) throw new Error('too long');
    this.values.set(name, value);
    return this.called('set', 'true');
  };
  LMSCommit = () => this.called('commit', 'true');
  LMSFinish = () => this.called('finish', 'true');

  private called(name: string, answer: string): string {
    this.calls.push(name);
    return answer;
  }
}

async function open(platform: Platform) {
  const book = await openTasks();
  const page = new EventTarget();
  const end = await connectScorm(book, () => tasks, platform, page);
  return { book, page, end };
}

test('No score is sent before a first check; then score, status and answers', async () => {
  const platform = new Platform();
  const { book, page } = await open(platform);
  book.hint('predict');
  await book.answer('period', 'no number');
  expect(platform.calls).toEqual(['initialize']);
  await book.answer('period', '0.628 s');
  expect(platform.values.get('cmi.core.score.raw')).toBe('40');
  expect(platform.values.get('cmi.core.lesson_status')).toBe('incomplete');
  expect(platform.calls.at(-1)).toBe('commit');
  page.dispatchEvent(new Event('pagehide'));
  expect(platform.calls.at(-1)).toBe('finish');
});

test('The next visit continues after the last one, on any computer', async () => {
  const platform = new Platform();
  const { book, end } = await open(platform);
  await book.enter('Ada');
  await book.answer('period', '0.628 s');
  end();
  forget();
  const again = await open(platform);
  expect(again.book.saved).toEqual(book.saved);
});

test('A platform without data of a student does not get those of another one from the browser', async () => {
  const first = await open(new Platform());
  await first.book.answer('period', '0.628 s');
  const { book } = await open(new Platform());
  expect(book.answers).toEqual({});
});

test('A platform that does not start, or returns foreign data, changes nothing', async () => {
  const silent = new Platform();
  silent.starts = 'false';
  const { book } = await open(silent);
  await book.answer('period', '0.628 s');
  expect(silent.calls).toEqual(['initialize']);
  const odd = new Platform();
  odd.values.set('cmi.suspend_data', 'page=3;score=7');
  expect((await open(odd)).book.answers).toEqual({});
});

test('If there are too many answers, the longest are left out, and their scores stay', async () => {
  const random = Array.from({ length: 2000 }, (_, i) => [i, Math.sin(i * i)]);
  const long = { answer: random, tries: 1, hints: 0, score: 0.7, message: 'good' };
  const short = { answer: 'a', tries: 2, hints: 1, score: 1, message: 'right' };
  const text = keptText({ seed: 'Ada', answers: { curve: long, choice: short } });
  expect(text.length).toBeLessThanOrEqual(4096);
  const platform = new Platform();
  platform.values.set('cmi.suspend_data', text);
  const { book } = await open(platform);
  expect(book.answers).toEqual({ curve: { ...long, answer: undefined, message: '' }, choice: short });
});

test('The API is found in parent windows, but not in windows of other sites', () => {
  const api = new Platform();
  const top = { API: api } as unknown as Window;
  Object.assign(top, { parent: top });
  const foreign = new Proxy({} as Window, {
    get: (_, key) => {
      if (key === 'API') throw new Error('another site');
      return key === 'parent' ? top : undefined;
    },
  });
  expect(findScormApi({ parent: foreign } as Window)).toBe(api);
  const alone = {} as Window;
  Object.assign(alone, { parent: alone });
  expect(findScormApi(alone)).toBeNull();
});

test('A package holds the page and a manifest that names it', () => {
  const files = unzipSync(scormPackage('<p>page</p>', 'Stick & <slip>'));
  expect(strFromU8(files['index.html'])).toBe('<p>page</p>');
  const manifest = strFromU8(files['imsmanifest.xml']);
  expect(manifest).toContain('<title>Stick &amp; &lt;slip&gt;</title>');
  expect(manifest).toContain('adlcp:scormtype="sco" href="index.html"');
});
