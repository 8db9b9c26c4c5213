import { msg, str } from '@lit/localize';
import { attempt } from '../format/attempt';
import { isResult, largestFile } from './open';

const timeout = 30_000; // ms until the file must have arrived

/** The text of a model, or why it could not be loaded. Sends neither cookies nor the address of this page. */
export async function fetchModel(url: URL): Promise<{ text: string } | { problem: string }> {
  const { host } = url;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeout);
  try {
    return await load(url, stop.signal);
  } catch {
    return {
      problem: stop.signal.aborted ? msg(str`${host} did not answer within ${timeout / 1000} s.`) : msg(str`${host} stopped answering.`),
    };
  } finally {
    clearTimeout(timer);
  }
}

async function load(url: URL, signal: AbortSignal): Promise<{ text: string } | { problem: string }> {
  const { host } = url;
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store', signal });
  } catch (error) {
    if (signal.aborted) throw error;
    return {
      problem: msg(
        str`The browser could not read from ${host}. The server may not exist, you may be offline, or the server does not allow other sites to read its files (with the header Access-Control-Allow-Origin). Instead, save the file on your computer and open it as a file.`,
      ),
    };
  }
  if (!response.ok)
    return {
      problem: msg(str`${host} answered ${response.status} ${response.statusText}: there is no model at this address.`).replace(' :', ':'),
    };
  try {
    const text = await limitedText(response);
    return isGist(url) ? judgeGist(text, decodeURIComponent(url.hash.slice(1))) : judge(text, host);
  } catch (error) {
    if (error instanceof RangeError) return { problem: msg('This file is larger than 2 MiB, too large to open.') };
    if (error instanceof TypeError) return { problem: msg('This file is not UTF-8 text, or the connection broke.') };
    throw error;
  }
}

const isGist = ({ host, pathname }: URL) => host === 'api.github.com' && pathname.startsWith('/gists/');

/** Finds the model in the answer of GitHub's API: the file with this name, or the first JSON file. */
function judgeGist(text: string, name: string): { text: string } | { problem: string } {
  const answer = attempt(() => JSON.parse(text) as { files?: Record<string, { content?: unknown; truncated?: unknown } | null> }, null);
  const files = Object.entries(answer?.files ?? {});
  const [, file] = files.find(([each]) => (name ? each === name : /\.json$/i.test(each))) ?? [];
  const names = files.map(([each]) => `“${each}”`).join(', ');
  if (typeof file?.content !== 'string') {
    const lacks = name ? msg(str`This gist has no file “${name}”.`) : msg('This gist has no JSON file.');
    return { problem: names ? `${lacks} ${msg(str`It has ${names}.`)}` : lacks };
  }
  if (file.truncated) return { problem: msg('GitHub sends only a part of this file. Open the address of the file itself (“Raw”).') };
  return judge(file.content, 'GitHub');
}

function judge(text: string, host: string): { text: string } | { problem: string } {
  const start = text.trimStart();
  if (start === '') return { problem: msg('This file is empty.') };
  if (start.startsWith('<'))
    return {
      problem: msg(
        str`${host} answered with a web page, not a model file. Sites such as GitHub show files inside a page: use the address of the file itself (“Raw”).`,
      ),
    };
  if (!start.startsWith('{')) return { problem: 'This file is not a model: it does not begin with “{”.' };
  return isResult(text) ? { problem: msg('This file contains recorded data, not a model.') } : { text };
}

/** Throws a RangeError as soon as the text exceeds the limit. */
async function limitedText(response: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = response.body?.getReader();
  let [text, size] = ['', 0];
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > largestFile) {
      void reader?.cancel();
      throw new RangeError(msg('too large'));
    }
    text += decoder.decode(value, { stream: true });
  }
}
