import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { common } from '../format/texts';
import type { Session } from '../state/session';
import { hasTasks } from '../tasks';
import { html } from '../ui/html';
import './jumps.css';

/** Buttons that lead to the parts of the page: always visible where parts are one below another, otherwise only with the keyboard focus. */
export function jumps(session: Session, page: HTMLElement) {
  const { runner, view } = session;
  const model = runner.model;
  if (!model) return nothing;
  const plots = !runner.timeless && !session.tasks.covers(model.tasks);
  const tab = (name: string) => () => {
    view.choose(name);
    jump(page, '.tabs-part');
  };
  return html`<nav class="jumps" aria-label=${msg('Parts of this page')}>
    ${model.parameters.length > 0 ? button(common.sliders(), () => jump(page, '.parameters-part')) : nothing}
    ${plots ? button(common.plots(), () => jump(page, '.plots-part')) : nothing}
    ${hasTasks(session) ? button(common.tasks(), tab('tasks')) : nothing}
    ${button(msg('Text'), tab('about'))}
  </nav>`;
}

function button(label: string, go: () => void) {
  return html`<button type="button" class="text-button" @click=${go}>${label}</button>`;
}

/** Scrolls to a part and moves the keyboard focus there. */
function jump(page: HTMLElement, part: string): void {
  const place = page.querySelector<HTMLElement>(part);
  if (!place) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  place.scrollIntoView();
}
