import { load } from '../ui/load';

/** Defines the element <slipstick-model>. */
export async function defineModelElement(): Promise<void> {
  await load(() => import('./slipstick-model'));
}
