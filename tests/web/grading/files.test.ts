import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readSubmissions, textsIn } from '../../../web/src/grading/files';
import { submissionHash } from '../../../web/src/link/link';

const MiB = 1024 * 1024;
const submission = (size = 0) => JSON.stringify({ submission: 1, document: {}, answers: {}, name: 'x'.repeat(size) });
const zip = (name: string, entries: Record<string, string>) =>
  new File([zipSync(Object.fromEntries(Object.entries(entries).map(([path, text]) => [path, strToU8(text)]))) as BlobPart], name);

describe('Submitted files', () => {
  test('are read up to a size of each and of all, zipped or not, and the others get a reason', async () => {
    const large = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`${i}.json`, submission(MiB)]));
    const all = [zip('class.zip', { ...large, 'bomb.json': submission(3 * MiB) }), new File([submission()], 'late.json')];
    const read = await textsIn(all, 4 * MiB);
    expect(read.filter(({ problem }) => !problem).map(({ name }) => name)).toEqual(['0.json', '1.json', '2.json', 'late.json']);
    const problems = Object.fromEntries(read.filter(({ problem }) => problem).map(({ name, problem }) => [name, problem]));
    expect(Object.keys(problems)).toEqual(['3.json', '4.json', '5.json', 'bomb.json']);
    expect(problems['3.json']).toBe('All files together are larger than 4 MiB. Grade them in several parts.');
    expect(problems['bomb.json']).toBe('It is larger than 2 MiB.');
    expect((await readSubmissions(all)).problems).toEqual([{ name: 'bomb.json', problem: 'It is larger than 2 MiB.' }]);
  });

  test('that are damaged, or hold too many links, get a message', async () => {
    const hash = submissionHash(JSON.parse(submission(MiB)) as object);
    expect(hash.length).toBeLessThan(4000);
    const files = [
      new File(['no zip'], 'broken.zip'),
      new File([`${hash} `.repeat(100)], 'links.txt'),
      new File([`${hash} `.repeat(2)], 'two.txt'),
    ];
    const { submissions, problems } = await readSubmissions(files);
    expect(problems).toEqual([
      { name: 'broken.zip', problem: 'This zip file is damaged.' },
      { name: 'links.txt', problem: 'Its links contain more than 64 MiB.' },
    ]);
    expect(submissions.map(({ name }) => name)).toEqual(['two.txt', 'two.txt']);
  });
});
