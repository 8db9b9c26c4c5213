import { describe, expect, test, vi } from 'vitest';
import { LinkState } from '../../../web/src/link/link-state';
import { effect } from '../../../web/src/state/observable';
import type { OpenModel } from '../../../web/src/state/open-model';
import { Runner } from '../../../web/src/state/runner';
import { Session } from '../../../web/src/state/session';
import { patient, testEngine } from '../../support/engine';
import { shortCoin } from '../../support/models';

const text = shortCoin(0.05);

const coin: OpenModel = { origin: 'gallery', name: 'rolling-coin', hash: '', parameters: {}, document: JSON.parse(text), text };

async function opened(hash: string, model = coin, values: Record<string, number> = {}) {
  const session = new Session(new Runner(testEngine));
  const link = new LinkState(session);
  const stop = link.follow();
  link.open(hash);
  session.open(model, values);
  session.run();
  await vi.waitFor(() => expect(session.runner.phase).toBe('finished'), patient);
  return { session, link, stop };
}

describe('The address of a model', () => {
  test('stays unchanged until something changes, and names the changes', async () => {
    const { session, link } = await opened('');
    expect(link.hash).toBe('');
    session.parameters.change('mu', 0.3, true);
    expect(link.hash).toBe('#g=rolling-coin&mu=0.3');
    session.parameters.reset();
    expect(link.hash).toBe('#g=rolling-coin');
  });

  test('keeps the view of a link while it determines the display', async () => {
    const sent = '#g=rolling-coin&mu=0.3&~t=0.02';
    const { session, link } = await opened(sent, { ...coin, view: { time: 0.02 }, parameters: { mu: 0.3 } }, { mu: 0.3 });
    expect(link.hash).toBe(sent);
    session.parameters.change('mu', 0.4, true);
    expect(link.hash).toBe('#g=rolling-coin&mu=0.4');
  });

  test('of a draft names the draft', async () => {
    const { session, link } = await opened('#g=rolling-coin');
    session.replace({ ...session.opened!, draft: 'd1' });
    expect(link.hash).toBe('#d=d1');
  });

  test('of a document stays; the history remembers values and kept runs', async () => {
    const { session, link } = await opened('#m=1.abc', { ...coin, origin: 'document' });
    session.parameters.change('mu', 0.3, true);
    session.comparison.keep();
    expect(link.hash).toBe('#m=1.abc');
    expect(link.remembered).toMatchObject({ values: { mu: 0.3 }, kept: [{ shown: true }] });
  });

  test('is not rebuilt during a run, nor after the last listener has left', async () => {
    const { session, link, stop } = await opened('#g=rolling-coin');
    let built = 0;
    const stopCounting = effect(() => {
      void link.remembered;
      built++;
    });
    session.cursor.seek(0.03);
    session.cursor.play();
    expect(built).toBe(1);
    session.view.choose('data');
    expect([built, link.remembered.tab]).toEqual([2, 'data']);
    stop();
    session.parameters.change('mu', 0.3, true);
    expect(built).toBe(2);
    stopCounting();
  });
});
