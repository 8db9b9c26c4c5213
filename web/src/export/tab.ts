import { msg } from '@lit/localize';
import { html } from '../ui/html';
import { load } from '../ui/load';
import type { PageTab } from '../ui/page-tab';

export const pageTab: PageTab = {
  id: 'data',
  label: () => msg('Data'),
  order: 5,
  showsResults: true,
  content() {
    void load(() => import('./export-view'));
    void load(() => import('./data-table'));
    return html`<slip-export></slip-export><slip-data></slip-data>`;
  },
};
