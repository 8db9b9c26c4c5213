import { createContext } from '@lit/context';
import type { ModelInfo } from '../../../wasm/engine/types';
import { attempt } from '../format/attempt';
import { eventfulStep } from '../state/hand-events';
import type { LiveRun } from '../state/live';
import { Observable, observed, watch } from '../state/observable';
import type { Session } from '../state/session';
import { Hands } from './hands';
import { handFrequencyOf, massesOf } from './masses';

const storageKey = 'slipstick.hands';
const pushShare = 0.27; // relative to the frequency of the hand: at this speed, a pushed body travels the length of the arrow

/** Provides a hand while the run of a session is live. */
export class HandsOn extends Observable {
  @observed readonly hands: Hands | null = null;
  /** The button that starts a live run, if there is one: it receives the focus again after the run. */
  starter: HTMLElement | null = null;
  /** The person has read the hint or used the hand. */
  @observed readonly known: boolean = attempt(() => localStorage.getItem(storageKey) !== null, false);
  private stop = () => {};

  /** Follows the session until `end`. */
  follow(session: Session): void {
    const { runner } = session;
    this.stop = watch(
      () => [runner.live, runner.model] as const,
      ([live, model]) => this.take(session, live, model),
    );
  }

  /** Hides the hint permanently in this browser. */
  learn(): void {
    if (this.known) return;
    this.set<HandsOn>({ known: true });
    attempt(() => localStorage.setItem(storageKey, 'known'), undefined); // without storage, the hint reappears on the next page
  }

  end(): void {
    this.stop();
    this.hands?.dispose();
    this.set<HandsOn>({ hands: null });
  }

  private take(session: Session, live: LiveRun | null, model: ModelInfo | null): void {
    if (live === (this.hands?.live ?? null)) return;
    this.hands?.dispose();
    if (!live || !model) return this.set<HandsOn>({ hands: null });
    this.learn();
    const { startTime, endTime, numberOfSteps } = model.analysis[eventfulStep(model)];
    let strengthOf = (_object: string, _link: number | null) => 1;
    this.set<HandsOn>({ hands: new Hands(live, (endTime - startTime) / Math.max(1, numberOfSteps), (...of) => strengthOf(...of)) });
    void session.hands.expand().then((expanded) => {
      const massOf = massesOf(expanded);
      const rate = pushShare * handFrequencyOf(expanded, eventfulStep(model));
      strengthOf = (...of) => rate * massOf(...of);
    });
  }
}

/** The hand of the page. */
export const handsContext = createContext<HandsOn>(Symbol('hands'));
