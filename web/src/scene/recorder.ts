import { type Caption, drawCaption } from './caption';
import type { Stage } from './stage';

/** The surroundings of the scene in a picture. */
export interface Surroundings {
  /** null: transparent. */
  background: string | null;
  /** null: without legend, scale and time. */
  caption(time: number): Caption | null;
}

/** The look of pictures of a scene. `page`: the colours of the page. */
export interface SceneStyle {
  ground: 'white' | 'transparent' | 'page';
  grid: boolean;
  /** With legend, scale and time. */
  captioned: boolean;
}

export const sceneAsSeen: SceneStyle = { ground: 'page', grid: true, captioned: true };

/** Makes pictures of a scene with its legend, scale and time, independent of the view on the page. Call `end` afterwards. */
export class Recorder {
  /** `drawn`: the canvas on which the stage draws; `context`: of the output canvas, in the size of the pictures. */
  constructor(
    private readonly stage: Stage,
    private readonly drawn: HTMLCanvasElement,
    private readonly context: CanvasRenderingContext2D,
    private readonly surroundings: Surroundings,
    /** Applies the colours of the picture while drawing. */
    private readonly inColors: <T>(draw: () => T) => T,
    /** Returns the stage to the page. */
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
    const { background } = surroundings;
    context.clearRect(0, 0, width, height);
    if (background !== null) {
      context.fillStyle = background;
      context.fillRect(0, 0, width, height);
    }
    context.drawImage(this.drawn, 0, 0, width, height);
    this.inColors(() => {
      const caption = surroundings.caption(time);
      if (caption) drawCaption(context, width, height, caption);
    });
    return true;
  }
}
