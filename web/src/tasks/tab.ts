import { common } from '../format/texts';
import { html } from '../ui/html';
import type { PageTab } from '../ui/page-tab';
import { hasTasks } from './page';
import './tasks-view';

export const pageTab: PageTab = {
  id: 'tasks',
  label: common.tasks,
  order: 2,
  isIn: hasTasks,
  content: (_, { site, editable }) => html`<slip-tasks .site=${site} .editable=${editable}></slip-tasks>`,
};
