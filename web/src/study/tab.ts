import { msg } from '@lit/localize';
import { html } from '../ui/html';
import { load } from '../ui/load';
import type { PageTab } from '../ui/page-tab';

export const pageTab: PageTab = {
  id: 'study',
  label: () => msg('Study'),
  order: 4.5,
  isIn: ({ runner }) => (runner.model?.parameters.length ?? 0) > 0,
  showsResults: true,
  content() {
    void load(() => import('./study-view'));
    return html`<slip-study></slip-study>`;
  },
};
