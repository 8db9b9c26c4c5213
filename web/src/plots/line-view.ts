import type { Plot } from '../../../wasm/engine/types';
import { ChartView } from './chart-view';

/** A plot along a line, with one place selected. */
export abstract class LineView<Spec extends Plot> extends ChartView<Spec> {
  /** The arc length at which values are shown, in m. */
  protected length: number | null = null;

  protected abstract get lineLength(): number;

  protected lookAt(length: number | null): void {
    this.length = length === null ? null : Math.min(this.lineLength, Math.max(0, length));
    this.chart?.redrawOverlay();
    this.showValues();
  }

  protected override keyOf({ key }: KeyboardEvent): boolean {
    const along = { ArrowUp: 1, ArrowDown: -1 }[key];
    if (along) this.lookAt((this.length ?? 0) + (along * this.lineLength) / 100);
    return along !== undefined;
  }
}
