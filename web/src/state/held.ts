/** How a model is shown in a frame controlled by the surrounding page. */
export interface Held {
  /** The parts, as in the address of a frame: "scene,time". */
  show: string;
  theme: string;
  /** The language of the page around it; "": unknown. */
  language?: string;
  values: Record<string, number>;
  /** It does not run automatically. */
  waits: boolean;
}
