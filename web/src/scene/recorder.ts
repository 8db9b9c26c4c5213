import { type Caption, drawCaption } from './caption';
import type { Stage } from './stage';

/** The surroundings of the scene in a picture. */
export interface Surroundings {
  background: string;
  caption(time: number): Caption;
}

/** Makes pictures of a scene with its legend, scale and time, independent of the view on the page; `end` must follow. */
export class Recorder {
  /** `drawn`: the canvas on which the stage draws; `context`: of the canvas for the pictures, in their size. */
  constructor(
    private readonly stage: Stage,
    private readonly drawn: HTMLCanvasElement,
    private readonly context: CanvasRenderingContext2D,
    private readonly surroundings: Surroundings,
    /** Gives the stage back to the page. */
    readonly end: () => void,
  ) {
    stage.setFormat(context.canvas);
  }

  get canvas(): HTMLCanvasElement {
    return this.context.canvas;
  }

  /** Shows a time in s; false if nothing can be drawn. */
  draw(time: number): boolean {
    if (!this.stage.drawAt(time)) return false;
    const { context, surroundings } = this;
    const { width, height } = context.canvas;
    context.fillStyle = surroundings.background;
    context.fillRect(0, 0, width, height);
    context.drawImage(this.drawn, 0, 0, width, height);
    drawCaption(context, width, height, surroundings.caption(time));
    return true;
  }
}
