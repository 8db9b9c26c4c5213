/** How a model is shown in a frame that a page around it controls. */
export interface Held {
  /** The parts, as in the address of a frame: "scene,time". */
  show: string;
  theme: string;
  values: Record<string, number>;
  /** It does not run by itself. */
  waits: boolean;
}
