import type { PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { DisplayUnit } from '../format/quantity';
import type { Range } from '../format/range';
import { View } from '../ui/view';
import { axisText, Chart } from './chart';

/** An axis of a figure; its range is in SI units. */
export interface FigureAxis {
  range: Range;
  unit: DisplayUnit;
  logarithmic?: boolean;
}

/** A chart of a figure with points, one of which the keyboard or the pointer selects. */
export abstract class FigureChart<Figure extends { x: FigureAxis; y: FigureAxis }> extends View {
  @property({ attribute: false }) figure!: Figure;
  /** The index of the selected point; -1: none. */
  @state() protected at = -1;
  protected chart: Chart | null = null;

  /** The number of points. */
  protected abstract get count(): number;
  protected abstract draw(chart: Chart): void;
  /** Draws the selected point. */
  protected abstract drawSelected(chart: Chart): void;
  /** Adds the listeners of the pointer, once. */
  protected abstract follow(area: HTMLElement): void;

  protected override whileInPage() {
    return [() => this.drop()];
  }

  private drop(): void {
    this.chart?.destroy();
    this.chart = null;
  }

  protected override willUpdate(_: PropertyValues): void {
    if (this.at >= this.count) this.at = -1;
  }

  protected override updated(): void {
    const area = this.querySelector<HTMLElement>('.plot-area');
    if (!area || !this.isConnected) return;
    if (!this.chart) {
      const axis = (name: 'x' | 'y') => ({
        range: () => this.figure[name].range,
        text: (value: number) => axisText(value, this.figure[name].unit),
        logarithmic: () => this.figure[name].logarithmic ?? false,
      });
      this.chart = new Chart(area, {
        x: axis('x'),
        y: axis('y'),
        draw: (chart) => this.draw(chart),
        overlay: (chart) => this.drawSelected(chart),
      });
      this.follow(area);
    }
    this.chart.redraw();
  }
}
