import { render } from 'lit';
import { common } from '../format/texts';
import { html } from './html';
import './ask.css';

/** A question with its answers; the first one is the usual one. */
export interface Question<Answer extends string> {
  title: string;
  text: string;
  answers: readonly (readonly [answer: Answer, label: string])[];
}

/** Asks the person in a dialog. Resolves with the answer; null: the person has closed the dialog without one. */
export function ask<Answer extends string>({ title, text, answers }: Question<Answer>): Promise<Answer | null> {
  const dialog = document.createElement('dialog');
  dialog.className = 'question';
  dialog.setAttribute('aria-labelledby', 'question-title');
  const buttons = answers.map(
    ([answer, label], i) =>
      html`<button type="submit" class=${i === 0 ? 'main-button' : 'outline-button'} value=${answer}>${label}</button>`,
  );
  render(
    html`<form method="dialog">
      <h2 id="question-title">${title}</h2>
      <p>${text}</p>
      <div class="question-answers">${buttons}<button type="submit" class="text-button" value="">${common.cancel()}</button></div>
    </form>`,
    dialog,
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve((dialog.returnValue as Answer) || null);
    });
  });
}
