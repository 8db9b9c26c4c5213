import { load } from '../ui/load';

export { bandOf } from './band';
export { AccuracyEstimate } from './estimate';
/** Loads the element `slip-accuracy`, which shows the estimate. */
export const loadView = () => load(() => import('./accuracy-view'));
