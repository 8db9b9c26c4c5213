import { nothing } from 'lit';
import { common } from '../format/texts';
import { html } from '../ui/html';
import type { PageTab } from '../ui/page-tab';
import '../ui/prose';
import { credits } from './credits';
import './used';

export const pageTab: PageTab = {
  id: 'about',
  label: common.about,
  order: 1,
  content({ opened }, { editable }) {
    const { description, about } = opened?.document ?? {};
    const text = typeof description === 'string' ? description : '';
    return html`<slip-prose .text=${text}></slip-prose>${credits(about)}${editable ? html`<slip-used></slip-used>` : nothing}`;
  },
};
