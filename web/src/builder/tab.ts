import { html } from '../ui/html';
import { load } from '../ui/load';
import type { PageTab } from '../ui/page-tab';
import { texts } from './texts';

export const pageTab: PageTab = {
  id: 'build',
  label: texts.build,
  order: 4,
  isIn: (_, { editable }) => editable,
  content: () => {
    void load(() => import('./build')); // load on demand
    return html`<slip-build></slip-build>`;
  },
  over: () => html`<slip-draw></slip-draw>`,
};
