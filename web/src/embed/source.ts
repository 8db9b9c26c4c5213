import { str } from '@lit/localize';
import type { MsgFn } from '@lit/localize/internal/types.js';

/** The fragment of a link to the model in a file, for the attribute `src`. Throws an Error with a message by `msg` for the page's reader. */
export async function linkOfFile(address: string, msg: MsgFn): Promise<string> {
  const text = await textAt(address, msg);
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const [, base64] = (await addressOf(await new Response(packed).blob())).split(',');
  return `#m=1.${base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** The content as an address "data:…;base64,…". Other pages load the element as one script, so it shares no code with the site. */
function addressOf(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
}

async function textAt(address: string, msg: MsgFn): Promise<string> {
  const response = await fetch(address).catch(() => null);
  if (!response)
    throw new Error(
      msg(
        str`The model ${address} did not load. You may be offline, the server may not exist, or it does not allow other sites to read its files (with the header Access-Control-Allow-Origin).`,
      ),
    );
  if (!response.ok) throw new Error(msg(str`The model ${address} did not load: the server answered ${response.status}.`));
  return response.text();
}
