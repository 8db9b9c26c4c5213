import { attempt, storageKeys } from '../format/attempt';

/** The texts before and after the present one, for undoing and redoing. */
export interface Steps {
  past: string[];
  future: string[];
  text: string;
}

const prefix = 'slipstick.undo.';
const mostCharacters = 1_000_000;

/** The steps of a draft that this tab has kept, such as before a reload; null: none. */
export function readSteps(draft: string): Steps | null {
  const { past, future, text } = (attempt(() => JSON.parse(sessionStorage.getItem(prefix + draft) ?? ''), null) ?? {}) as Partial<Steps>;
  const isList = (list: unknown) => Array.isArray(list) && list.every((step) => typeof step === 'string');
  return isList(past) && isList(future) && typeof text === 'string' ? { past: past!, future: future!, text } : null;
}

/** Keeps the steps of a draft for this tab, without the oldest ones if they are too long. Other models give way if there is no room. */
export function keepSteps(draft: string, { past, future, text }: Steps): void {
  let room = mostCharacters - text.length;
  const fitting = (steps: readonly string[]) => {
    const kept: string[] = [];
    for (const step of [...steps].reverse()) {
      room -= step.length;
      if (room < 0) break;
      kept.unshift(step);
    }
    return kept;
  };
  const kept = JSON.stringify({ past: fitting(past), future: fitting(future), text });
  const write = () => {
    sessionStorage.setItem(prefix + draft, kept);
    return true;
  };
  if (attempt(write, false)) return;
  for (const key of storageKeys(() => sessionStorage).filter((name) => name.startsWith(prefix)))
    attempt(() => sessionStorage.removeItem(key), undefined);
  attempt(write, false);
}
