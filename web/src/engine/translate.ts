import type { MsgFn } from '@lit/localize/internal/types.js';
import type { Message } from '../../../wasm/engine/types';
import { messages } from './messages';

/** A message of the engine by `msg`, with its values; null if it has no translation. `number` writes numbers. */
export function translated(message: Message, msg: MsgFn, number: (text: string) => string): string | null {
  const said = messages(msg);
  const say = (value: unknown): string => {
    if (typeof value === 'string') return isNumber(value) ? number(value) : value;
    const { code = '', values = [], message } = value as Message;
    return Object.hasOwn(said, code) ? said[code](values.map(say)) : message;
  };
  return Object.hasOwn(said, message.code ?? '') ? say(message) : null;
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));
