import { html } from '../ui/html';
import type { PageTab } from '../ui/page-tab';
import { texts } from './texts';
import './modes-view';

export const pageTab: PageTab = {
  id: 'eigenvalues',
  label: texts.eigenvalues,
  order: 2.5,
  isIn: ({ runner }) => runner.eigenvalues.length > 0,
  showsResults: true,
  content: ({ runner }) => html`<slip-modes .steps=${runner.eigenvalues} .title=${runner.model?.title ?? ''}></slip-modes>`,
};
