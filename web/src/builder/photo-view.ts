import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { common } from '../format/texts';
import { chooseFiles } from '../ui/choose-files';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';
import { mostKept, PhotoState } from './photo';

/** Selects a photo from a file of this computer, and places it behind the drawing plane. */
@customElement('slip-photo')
export class PhotoView extends SessionView {
  private get state(): PhotoState {
    return this.session.part(PhotoState);
  }

  protected override render() {
    const { photo, problem } = this.state;
    const field = (label: string, key: 'width' | 'x' | 'y' | 'opacity', least: number | null) =>
      html`<label>${label}
        <input type="number" step="any" min=${least ?? nothing} max=${key === 'opacity' ? 1 : nothing} .value=${String(photo?.[key] ?? '')} @change=${(event: Event) => this.put(key, event.target as HTMLInputElement)} />
      </label>`;
    return html`
      ${photo ? nothing : html`<button type="button" class="build-tool" title=${msg('A photo behind the drawing plane to trace; it stays in this browser')} @click=${this.choose}>${msg('Photo…')}</button>`}
      ${
        photo
          ? html`<fieldset class="build-photo">
              <legend>${msg('Photo')}</legend>
              ${field(msg('width, m'), 'width', 0)} ${field('x', 'x', null)} ${field('y', 'y', null)} ${field('opacity', 'opacity', 0)}
              <button type="button" class="text-button" @click=${() => this.state.remove()}>${common.remove()}</button>
              <p class="quiet">${msg(str`Kept with this model in this browser, as a JPEG of up to ${mostKept / 1000} kB. Links and files leave it out.`)}</p>
            </fieldset>`
          : nothing
      }
      ${problem ? html`<p class="build-error" role="alert">${problem}</p>` : nothing}
    `;
  }

  private put(key: 'width' | 'x' | 'y' | 'opacity', input: HTMLInputElement): void {
    const value = input.valueAsNumber;
    if (Number.isFinite(value) && input.checkValidity()) this.state.change({ [key]: value });
    else input.value = String(this.state.photo?.[key] ?? '');
  }

  private readonly choose = async () => {
    const [file] = await chooseFiles({ accept: 'image/*' });
    if (file) await this.state.take(file);
  };
}
