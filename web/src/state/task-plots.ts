import type { ModelInfo, Plot } from '../../../wasm/engine/types';
import { own } from '../format/own';
import type { ModelDocument } from './document';

/** Indices of the plots that the tasks of a model need; all of them if an answer does not show which. */
export function plotsOfTasks({ tasks, display }: Pick<ModelInfo, 'tasks' | 'display'>, { measures }: ModelDocument): Set<number> {
  const sensors = new Set<string>();
  const formulas: string[] = [];
  for (const { answer } of tasks) {
    if (answer.type === 'curve') sensors.add(answer.sensor);
    if (answer.type === 'number' && Number.isFinite(Number(answer.value))) return new Set(display.plots.keys());
    if (answer.type === 'number' || answer.type === 'run')
      formulas.push(...(answer.measures ?? []).map((name) => JSON.stringify(own((measures ?? {}) as Record<string, unknown>, name) ?? '')));
  }
  const reactions: string[] = []; // the starts of the names of their sensors
  for (const formula of formulas)
    for (const [, call, name] of formula.matchAll(/\b(sensor|reaction)\(\s*\\"(.*?)\\"/g))
      if (call === 'sensor') sensors.add(name);
      else reactions.push(`reaction("${name}", `);
  const isNeeded = (name: string) => sensors.has(name) || reactions.some((start) => name.startsWith(start));
  return new Set([...display.plots.keys()].filter((number) => sensorsOf(display.plots[number]).some(isNeeded)));
}

function sensorsOf(plot: Plot): string[] {
  if (plot.kind !== 'sensors') return [];
  return [...plot.curves.map(({ sensor }) => sensor), ...(plot.x.kind === 'sensor' ? [plot.x.sensor] : [])];
}
