import { msg } from '@lit/localize';
import { html } from '../ui/html';
import { load } from '../ui/load';
import type { PageTab } from '../ui/page-tab';

export const pageTab: PageTab = {
  id: 'response',
  label: () => msg('Response'),
  order: 4.6,
  isIn: ({ runner }) => (runner.model?.sensors.length ?? 0) > 0,
  showsResults: true,
  content() {
    void load(() => import('./response-view'));
    return html`<slip-response></slip-response>`;
  },
};
