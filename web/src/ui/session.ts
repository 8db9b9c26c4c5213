import { createContext } from '@lit/context';
import type { Session } from '../state/session';

/** The session of the page; every view below the page asks for it with `@consume`. */
export const sessionContext = createContext<Session>(Symbol('session'));
