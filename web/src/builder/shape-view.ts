import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Engine } from '../../../wasm/engine/types';
import { chooseFiles } from '../ui/choose-files';
import { html } from '../ui/html';
import { View } from '../ui/view';
import { type Shape, shapeOf } from './shape';

/** Takes a body's shape, and with it mass, centre and inertia, from a file. */
@customElement('slip-shape')
export class ShapeView extends View {
  @property({ attribute: false }) take!: (shape: Shape) => void;
  @property({ attribute: false }) engine!: () => Promise<Engine>;
  @state() private message = '';
  @state() private wrong = false;

  protected override render() {
    return html`<details class="build-more">
      <summary>${msg('Shape from a file')}</summary>
      <div class="build-shape">
        <label>${msg('Unit of the file')}
          <select name="unit"><option value="">${msg('mm, glTF m')}</option><option value="0.001">mm</option><option value="1">m</option><option value="0.0254">${msg('inch')}</option></select>
        </label>
        <label>${msg('Density, kg/m³')} <input name="density" type="number" min="1e-9" step="any" value="7800" /></label>
        <button type="button" class="outline-button" @click=${this.choose}>${msg('Choose STL, OBJ or glTF…')}</button>
      </div>
      ${this.message ? html`<p class=${this.wrong ? 'build-error' : 'quiet'} role=${this.wrong ? 'alert' : 'status'}>${this.message}</p>` : nothing}
    </details>`;
  }

  private readonly choose = async () => {
    const [file] = await chooseFiles({ accept: '.stl,.obj,.glb,.gltf' });
    if (file) await this.read(file);
  };

  private async read(file: File): Promise<void> {
    const value = (name: string) => this.querySelector<HTMLInputElement>(`[name=${name}]`)!.value;
    const options = { scale: Number(value('unit')) || null, density: Number(value('density')) || 7800 };
    const found = await shapeOf(file, options, this.engine);
    this.wrong = typeof found === 'string' || found.holes > 0;
    this.message = typeof found === 'string' ? found : found.summary;
    if (typeof found !== 'string') this.take(found);
  }
}
