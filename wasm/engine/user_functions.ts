import type { EngineModule } from './module';
import type { UserFunctionOverride, UserFunctionValues } from './types';
import type { UserFunctionLayout } from './wire';

/** The functions that runs of one module have installed, by number. */
export class UserFunctions {
  readonly #callers = new Map<number, (given: number, result: number) => void>();
  readonly #errors = new Map<number, string>();
  #next = 1;

  constructor(private readonly module: EngineModule) {
    module.userFunction = (number, given, result) => {
      try {
        this.#callers.get(number)?.(given, result);
        return true;
      } catch (error) {
        this.#errors.set(number, error instanceof Error ? error.message : String(error));
        return false;
      }
    };
  }

  /** Lets `install` fill the slot with a number, then answers calls of it. Returns the number. */
  add(override: UserFunctionOverride, install: (number: number) => UserFunctionLayout): number {
    const number = this.#next++;
    const layout = install(number);
    const all = new Float64Array(layout.arguments.reduce((sum, { size }) => sum + size, 0));
    const values: UserFunctionValues = {};
    const scalars: [name: string, index: number][] = [];
    let index = 0;
    for (const { name, size, isNumber } of layout.arguments) {
      if (isNumber) scalars.push([name, index]);
      else values[name] = all.subarray(index, index + size);
      index += size;
    }
    this.#callers.set(number, (given, result) => {
      const start = given / Float64Array.BYTES_PER_ELEMENT;
      all.set(this.module.HEAPF64.subarray(start, start + all.length));
      for (const [name, at] of scalars) values[name] = all[at];
      const answer = override.call(values);
      const numbers = typeof answer === 'number' ? [answer] : Array.from(answer);
      if (numbers.length !== layout.resultSize || !numbers.every(Number.isFinite))
        throw new Error(`it must give ${layout.resultSize} finite number${layout.resultSize === 1 ? '' : 's'}, got ${numbers.join(', ')}`);
      this.module.HEAPF64.set(numbers, result / Float64Array.BYTES_PER_ELEMENT);
    });
    return number;
  }

  /** The error thrown by function `number`. */
  errorOf(number: number): string | undefined {
    return this.#errors.get(number);
  }

  remove(number: number): void {
    this.#callers.delete(number);
    this.#errors.delete(number);
  }
}
