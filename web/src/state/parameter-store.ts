import type { Issue } from '../../../wasm/engine/types';
import { equalJson } from '../format/equal';
import { own } from '../format/own';
import type { ModelDocument } from './document';
import { changedValues } from './kept-runs';
import { Observable, observed } from './observable';
import { isAllowed, parameterOfPointer } from './parameters';
import type { Runner } from './runner';

const restDelay = 60; // ms without movement before a moving slider starts a run
const quickRun = 0.5; // s of computing up to which runs follow a moving slider

export type Values = Readonly<Record<string, number>>;

/** The values of the parameters. A changed value soon starts a run. */
export class ParameterStore extends Observable {
  /** Values that differ from the document. */
  @observed readonly values: Values = {};

  private timer: ReturnType<typeof setTimeout> | undefined;
  /** A slider is being moved. */
  private moving = false;
  /** A run of this movement has begun; later ones keep its comparison. */
  private ranMoving = false;
  /** The values last drawn from the person's seed. */
  private drawn: Values = {};

  /** `run`: runs the model; `keepGhost`: keeps the comparison run. */
  constructor(
    private readonly runner: Runner,
    private readonly run: (keepGhost: boolean) => void,
  ) {
    super();
  }

  /** Sets the values of another model without running it. */
  open(values: Values): void {
    this.rest();
    this.moving = false;
    this.set<ParameterStore>({ values: { ...values } });
  }

  /** Keeps the values of all parameters that an edit has left as they were: playing with sliders changes no document. */
  keep({ parameters: before }: ModelDocument, { parameters: after }: ModelDocument): void {
    const same = (name: string) => Object.hasOwn(after ?? {}, name) && equalJson(own(before, name), own(after, name));
    this.open(Object.fromEntries(Object.entries(this.values).filter(([name]) => same(name))));
  }

  /** Cancels the planned run. */
  rest(): void {
    clearTimeout(this.timer);
  }

  /** `settled`: the control was released, or the value typed. */
  change(name: string, value: number, settled: boolean): void {
    if (this.value(name) !== value) this.take({ ...this.values, [name]: value }, settled);
    else if (settled && this.moving) this.take(this.values, true);
  }

  /** Sets several values at once, as a preset does; the others are unchanged. */
  changeAll(values: Values): void {
    this.take({ ...this.values, ...values }, true);
  }

  reset(): void {
    if (Object.keys(this.values).length > 0) this.take({ ...this.drawn }, true);
  }

  /** Sets the values drawn from the person's seed; `reset` restores them. */
  draw(values: Values, isOpen: boolean): void {
    if (values === this.drawn) return;
    const given = Object.keys({ ...this.drawn, ...values }).length > 0;
    this.drawn = values;
    if (given && isOpen) this.changeAll(values);
  }

  /** `name`: name of a parameter of the document. */
  value(name: string): number | undefined {
    return own(this.values, name) ?? this.defaultOf(name);
  }

  /** An error of this parameter. */
  error(name: string): Issue | undefined {
    return this.runner.issues.find((issue) => issue.severity === 'error' && parameterOfPointer(issue.pointer) === name);
  }

  /** Values that differ from the document and from the values drawn for this person. */
  get own(): Record<string, number> {
    const names = Object.keys({ ...this.drawn, ...this.values });
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = this.value(name);
        return value === undefined || value === (own(this.drawn, name) ?? this.defaultOf(name)) ? [] : [[name, value]];
      }),
    );
  }

  /** The values for a link: the last valid ones if the model rejects the current ones. */
  get linked(): Values {
    const { model, phase } = this.runner;
    if (!model) return phase === 'invalid' ? {} : this.values;
    const taken = new Map(model.parameters.map((parameter) => [parameter.name, parameter]));
    const known = phase === 'invalid' ? changedValues(model) : this.values;
    const entries = Object.entries(known).map(([name, value]): [string, number] => {
      const info = taken.get(name);
      return [name, !info || isAllowed(info, value) ? value : info.value];
    });
    return Object.fromEntries(entries.filter(([name, value]) => value !== this.defaultOf(name)));
  }

  private defaultOf(name: string): number | undefined {
    return this.runner.model?.parameters.find((parameter) => parameter.name === name)?.defaultValue;
  }

  /** Sets values, dropping those at their defaults, and soon starts a run. */
  private take(values: Values, settled: boolean): void {
    this.rest();
    const changed = Object.entries(values).filter(([name, value]) => value !== this.defaultOf(name));
    if (!this.moving) this.ranMoving = false;
    this.moving = !settled;
    const keepGhost = this.ranMoving;
    const run = () => {
      this.ranMoving = true;
      this.run(keepGhost);
    };
    const isQuick = (this.runner.recording?.statistics.wallSeconds ?? 0) <= quickRun;
    if (settled || isQuick) this.timer = setTimeout(run, settled ? 0 : restDelay);
    this.set<ParameterStore>({ values: Object.fromEntries(changed) });
  }
}
