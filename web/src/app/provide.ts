import { type Context, ContextProvider } from '@lit/context';
import { plotsContext } from '../plots';
import { type SceneOnPage, sceneContext } from '../scene';
import type { Session } from '../state/session';
import { Part } from '../ui/part';
import { sessionContext } from '../ui/session';
import type { View } from '../ui/view';

/** Provides the session, and the parts that several views share, to all views below a page. */
export function providePage(page: View, session: Session): { scene: SceneOnPage } {
  const scene: SceneOnPage = new Part();
  const provide = <Value>(context: Context<unknown, Value>, initialValue: Value) => new ContextProvider(page, { context, initialValue });
  provide(sessionContext, session);
  provide(sceneContext, scene);
  provide(plotsContext, new Part());
  return { scene };
}
