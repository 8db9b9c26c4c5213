import { msg } from '@lit/localize';
import { html } from '../ui/html';
import type { PageTab } from '../ui/page-tab';
import './data-table';
import './export-view';

export const pageTab: PageTab = {
  id: 'data',
  label: () => msg('Data'),
  order: 5,
  showsResults: true,
  content: () => html`<slip-export></slip-export><slip-data></slip-data>`,
};
