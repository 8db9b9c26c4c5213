import { createContext } from '@lit/context';

/** A question about a number of the run, and the sensor that it needs. Its words become part of the document. */
export interface Question {
  /** The sensor without a name. */
  sensor: { type: string; [key: string]: unknown };
  /** The name of the sensor, such as "force of hinge on crank". */
  name: string;
  /** The name of the measure, such as "largest force of hinge". */
  label: string;
  /** The formula of the measure, from the formula of the sensor. */
  formula: (sensor: string) => string;
  text: string;
  unit: string;
  /** The answer in the run shown. */
  answer: number;
}

/** Adds questions to the tasks of a model. */
export interface Asking {
  /** The model is the visitor's own, and its text can be edited here. */
  readonly isPossible: boolean;
  ask(question: Question): Promise<void>;
}
export const askingContext = createContext<Asking>(Symbol('asking'));
