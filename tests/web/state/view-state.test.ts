import { describe, expect, test } from 'vitest';
import type { ModelInfo } from '../../../wasm/engine/types';
import { Observable, observed } from '../../../web/src/state/observable';
import type { OpenModel } from '../../../web/src/state/open-model';
import type { Runner, RunPhase } from '../../../web/src/state/runner';
import { ViewState } from '../../../web/src/state/view-state';

type DocumentModel = Extract<OpenModel, { origin: 'document' }>;

class FakeRunner extends Observable {
  @observed readonly model: ModelInfo | null = null;
  @observed readonly phase: RunPhase = 'idle';
  become(fields: Partial<Pick<Runner, 'model' | 'phase'>>): void {
    this.set<FakeRunner>(fields);
  }
}

const model = (tasks: object[] = []) => ({ tasks, variants: null }) as unknown as ModelInfo;
const beforeRun = [{ id: 'guess', before: 'run' }];

function page(opened: Partial<DocumentModel> = {}) {
  const runner = new FakeRunner();
  const view = new ViewState(runner as unknown as Runner);
  const open = (more: Partial<DocumentModel> = opened) => {
    runner.become({ model: null, phase: 'idle' });
    view.open({ origin: 'document', document: {}, text: '', ...more });
  };
  open();
  return { runner, view, open };
}

describe('The state of the views', () => {
  test('begins with the text, and keeps the tab for an own model until the page is left', () => {
    const { view, open } = page();
    expect(view.tab).toBe('about');
    view.choose('data');
    open({ draft: 'd1', document: { nodes: [{}] } });
    expect(view.tab).toBe('data');
    view.open(null);
    expect(view.tab).toBe('about');
  });

  test('begins with the text or the tasks of another model, whichever tab was open', () => {
    const { runner, view, open } = page();
    view.choose('data');
    open();
    expect(view.tab).toBe('about');
    view.choose('data');
    open();
    runner.become({ model: model(beforeRun) });
    expect(view.tab).toBe('tasks');
  });

  test('shows tasks that come before the run, and leaves them for a model without tasks', () => {
    const { runner, view, open } = page();
    runner.become({ model: model(beforeRun) });
    expect(view.tab).toBe('tasks');
    view.choose('about');
    runner.become({ model: model(beforeRun), phase: 'finished' });
    expect(view.tab).toBe('about'); // the user has chosen
    view.choose('tasks');
    open();
    runner.become({ model: model() });
    expect(view.tab).toBe('about');
  });

  test('opens an own model in Build if it is empty, and in the editor if it cannot run', () => {
    const empty = page({ draft: 'd1' });
    expect(empty.view.tab).toBe('build');
    const { runner, view } = page({ draft: 'd1', document: { nodes: [{}] } });
    expect(view.tab).toBe('about');
    runner.become({ phase: 'running' });
    runner.become({ phase: 'invalid' });
    expect(view.tab).toBe('model');
    const chosen = page({ draft: 'd1', document: { nodes: [{}] } });
    chosen.view.choose('build'); // before the engine has checked
    chosen.runner.become({ phase: 'invalid' });
    expect(chosen.view.tab).toBe('build');
  });

  test('leads to a position in the text, even if that was hidden, and resets with the model', () => {
    const { view, open } = page();
    view.goTo({ at: 'text', issue: { severity: 'error', pointer: '/nodes/0', message: '' } });
    expect([view.tab, view.textRevealed, view.aim?.at]).toEqual(['model', true, 'text']);
    view.arrive();
    expect(view.aim).toBeNull();
    view.togglePlot('position');
    view.enlargeEditor(true);
    open();
    expect([view.plotted, view.editorLarge, view.textRevealed]).toEqual([[], false, false]);
  });
});
