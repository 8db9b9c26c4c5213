import { catalogue } from '../../../wasm/engine/catalogue';
import { own } from '../format/own';

/** Facts about a type of items, from `typeFacts()` of the core. */
export interface TypeFacts {
  /** system: coordinates without a place. */
  family: 'node' | 'body' | 'connector' | 'constraint' | 'load' | 'system';
  /** Its look in the 3D view. */
  drawnAs?: string;
  /** Of the space in which its nodes move: 2 in the plane x, y. */
  dimensions?: 2 | 3;
  /** It has an orientation. */
  turns?: boolean;
  /** A cable, along which quantities are recorded. */
  line?: boolean;
}

const types: Record<string, Record<string, TypeFacts>> = catalogue.types;

/** The facts about the type of an entry in a list of a document. A creator has the facts of the item that it makes. */
export const factsOf = (list: string, type: string): TypeFacts | undefined => own(own(types, list), type);

/** Whether an entry is an object that moves and can carry markers under its name; a line has several objects. */
export function isMovingBody(list: string, type: string): boolean {
  const facts = factsOf(list, type);
  return facts?.family === 'body' && facts.drawnAs !== 'ground' && !facts.line;
}
