import { msg, str } from '@lit/localize';
import type { ModelInfo } from '../../../wasm/engine/types';
import { attempt, storageKeys } from '../format/attempt';
import { countText } from '../format/count';
import { hashOfText } from '../format/hash';
import { watch } from './observable';
import { galleryName, type OpenModel } from './open-model';
import type { Session } from './session';

const manySteps = 2e7; // steps times objects; about ten seconds of computing
const prefix = 'slipstick.running.';
const soon = 2000; // ms; leaving the page this soon after the start does not indicate a problem with the run

/** Why a model from elsewhere should not run automatically, as a sentence, or "". */
export function reasonToWait(model: Pick<ModelInfo, 'analysis' | 'objects'> | null, endedLastTime: boolean): string {
  if (!endedLastTime) return msg('The last time this model was opened here, its run did not finish.');
  const steps = model?.analysis.reduce((sum, step) => sum + step.numberOfSteps, 0) ?? 0;
  if (steps * (1 + (model?.objects.length ?? 0)) <= manySteps) return '';
  return msg(str`This model takes ${countText(steps)} steps; its run may take a long time.`);
}

/** Runs the opened model; a model from elsewhere only if its run is likely to be short. */
export async function runUnlessHeavy(session: Session, unfinished: UnfinishedRuns): Promise<void> {
  const { opened: model, parameters } = session;
  const { values } = parameters;
  if (!model) return;
  if (galleryName(model) && Object.keys(values).length === 0) return session.run();
  const ended = await unfinished.ended(model);
  const info = ended ? await session.runner.inspect(model.text, values) : null;
  if (session.opened !== model) return;
  const reason = reasonToWait(info, ended);
  if (reason) session.runner.wait(reason);
  else session.run();
}

/**
 * Records current runs, so that a run that never ended (the page crashed, or was closed) is detected when its model is opened again. Each
 * run has a mark in the storage, and a lock of the same name, which the browser releases when the page is gone. So a run that continues in
 * another tab does not count as one that never ended.
 */
export class UnfinishedRuns {
  private key = '';
  private startedAt = 0;
  private release = () => {};
  /** Marks of pages that no longer exist. */
  private left: string[] = [];

  constructor(
    private readonly storage: () => Storage = () => localStorage,
    private readonly locks: () => LockManager | undefined = () => navigator.locks,
  ) {}

  async ended(model: OpenModel): Promise<boolean> {
    const marks = this.marksOf(model);
    const held = marks.length > 0 ? await this.held() : [];
    this.left = marks.filter((mark) => !held.includes(mark));
    return this.left.length === 0;
  }

  /** Follows the runs of a session. Returns a function that stops it. */
  follow(session: Session): () => void {
    const stop = watch(
      () => (session.runner.phase === 'running' ? session.opened : null),
      (running) => (running ? this.begin(running) : this.end()),
    );
    const leaving = () => {
      if (performance.now() - this.startedAt < soon) this.end();
    };
    addEventListener('pagehide', leaving);
    return () => {
      stop();
      removeEventListener('pagehide', leaving);
    };
  }

  private begin(model: OpenModel): void {
    const key = `${keyOf(model)}.`;
    if (this.key.startsWith(key)) return;
    this.end();
    this.key = key + Math.random().toString(36).slice(2);
    this.startedAt = performance.now();
    attempt(() => {
      this.storage().setItem(this.key, '1');
      for (const mark of this.marksOf(model)) if (this.left.includes(mark)) this.storage().removeItem(mark);
    }, undefined);
    const ended = new Promise<void>((resolve) => {
      this.release = resolve;
    });
    attempt(() => this.locks()?.request(this.key, () => ended), undefined)?.catch(() => {}); // without locks, only marks are used
  }

  private end(): void {
    if (this.key) attempt(() => this.storage().removeItem(this.key), undefined);
    this.key = '';
    this.release();
  }

  private marksOf(model: OpenModel): string[] {
    const key = keyOf(model);
    return storageKeys(this.storage).filter((mark) => mark === key || mark.startsWith(`${key}.`));
  }

  private async held(): Promise<string[]> {
    const state = await attempt(() => this.locks()?.query(), undefined)?.catch(() => undefined);
    return state?.held?.map(({ name }) => name ?? '') ?? [];
  }
}

function keyOf({ text }: OpenModel): string {
  return prefix + hashOfText(text);
}
