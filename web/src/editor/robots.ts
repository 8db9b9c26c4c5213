import { msg, str } from '@lit/localize';
import type { Engine } from '../../../wasm/engine/types';

/** Files by path, as given by a person. */
export type Files = ReadonlyMap<string, File>;

const mostBytes = 64 * 1024 * 1024;

/** Whether the files may contain a robot: a description in URDF or MJCF. */
export function hasRobot(files: Files): boolean {
  return [...files.keys()].some((path) => /\.(urdf|mjcf|xml)$/i.test(path));
}

/** The robot in the files as the text of a model, or why there is none. */
export async function readRobot(engine: Engine, files: Files): Promise<{ text: string } | { problem: string }> {
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  if (bytes > mostBytes)
    return { problem: msg(str`These files have ${Math.round(bytes / 2 ** 20)} MiB; at most ${mostBytes / 2 ** 20} MiB are read.`) };
  const texts = await descriptions(files);
  const [path, ...others] = [...texts.keys()].filter((each) => !isIncluded(each, texts));
  if (path === undefined) return { problem: `${[...files.keys()].join(', ')}: there is no <robot> of URDF and no <mujoco> of MJCF.` };
  if (others.length > 0)
    return { problem: msg(str`These are several robots: ${[path, ...others].join(', ')}. Open one of them at a time.`) };
  const contents = new Map<string, Uint8Array>();
  for (const [each, file] of files) contents.set(each, new Uint8Array(await file.arrayBuffer()));
  try {
    return { text: (await engine.importRobot(Object.fromEntries(contents), path)).document };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** Texts of all files that describe a robot or a part of one. */
async function descriptions(files: Files): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [path, file] of files) {
    if (!/\.(urdf|mjcf|xml)$/i.test(path)) continue;
    const text = await file.text();
    if (/<(robot|mujoco)[\s>]/.test(text)) found.set(path, text);
  }
  return found;
}

/** Whether another description includes this one. */
function isIncluded(path: string, texts: ReadonlyMap<string, string>): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const included = (text: string) => [...text.matchAll(/<include\s[^>]*file\s*=\s*["']([^"']*)["']/g)].map(([, file]) => file);
  return [...texts].some(([other, text]) => other !== path && included(text).some((file) => file.endsWith(name)));
}
