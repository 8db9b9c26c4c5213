import { nothing } from 'lit';
import { localised } from '../format/localised';
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
  content({ opened, language }, { editable }) {
    const { description, about } = opened?.document ?? {};
    const { text, lang } = localised(description, language);
    return html`<slip-prose lang=${lang || nothing} .text=${text}></slip-prose>${credits(about)}${editable ? html`<slip-used></slip-used>` : nothing}`;
  },
};
