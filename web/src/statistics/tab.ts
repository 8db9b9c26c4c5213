import { msg } from '@lit/localize';
import { html } from '../ui/html';
import type { PageTab } from '../ui/page-tab';
import './statistics';

export const pageTab: PageTab = {
  id: 'statistics',
  label: () => msg('Statistics'),
  order: 4,
  showsResults: true,
  content: ({ runner, comparison, cursor }) =>
    html`<slip-statistics .runner=${runner} .compared=${comparison.compared} .cursor=${cursor}></slip-statistics>`,
};
