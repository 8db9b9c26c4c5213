import { consume, createContext } from '@lit/context';
import type { Session } from '../state/session';
import { View } from './view';

/** The session of the page. */
export const sessionContext = createContext<Session>(Symbol('session'));

/** A view below the page that shows its session. */
export abstract class SessionView extends View {
  @consume({ context: sessionContext }) session!: Session;
}
