import { msg } from '@lit/localize';
import { nothing } from 'lit';
import type { Session } from '../state/session';
import { html } from '../ui/html';
import { type Words, wordsOf } from './words';

/** Whether the open model has tasks. */
export function hasTasks({ runner }: Session): boolean {
  return (runner.model?.tasks ?? []).length > 0;
}

/** Whether the result stays hidden until a task is answered. */
export function areResultsCovered({ runner, tasks }: Session): boolean {
  return tasks.covers(runner.model?.tasks ?? []);
}

/** The page's words around tasks, in the language of the tasks. */
export function wordsFor({ tasks, runner }: Session): Words {
  return wordsOf(tasks.languageFor(runner.model?.tasks ?? []));
}

/** A placeholder for the result. */
export function tasksCover(session: Session) {
  const words = wordsFor(session);
  return html`<div class="tasks-cover" lang=${words.lang}>
    <p>${words.cover}</p>
    <button type="button" class="main-button" @click=${() => session.view.goTo({ at: 'tasks' })}>${words.toTask}</button>
  </div>`;
}

/** For the author: all tasks with their solutions. */
export function tasksPreview(session: Session, site: string) {
  if (!hasTasks(session)) return nothing;
  return html`<details class="task-preview"><summary>${msg('Preview of the tasks, with solutions')}</summary><slip-tasks .site=${site} solutions></slip-tasks></details>`;
}
