export const parts = ['title', 'scene', 'time', 'parameters', 'plots', 'tasks'] as const;
export type Part = (typeof parts)[number];

/** How an embedded model is shown, as given in the query of its address. */
export interface EmbedOptions {
  show: ReadonlySet<Part>;
  autoplay: boolean;
  /** Initial time, s; null: as in the link. */
  start: number | null;
  theme: 'system' | 'light' | 'dark';
  /** A person may take over the run. */
  handsOn: boolean;
  /** The protocol that reports tasks to the surrounding page, in addition to the events; '': none. */
  host: '' | 'splice' | 'jsinput';
}

/** Reads "?show=scene,time&autoplay=1&start=0.5&theme=dark&hands-on=1"; missing or invalid values are replaced by defaults. */
export function readOptions(query: string): EmbedOptions {
  const entries = new URLSearchParams(query);
  const requested = (entries.get('show') ?? '').split(',');
  const show = parts.filter((part) => requested.includes(part));
  const start = Number(entries.get('start') || Number.NaN);
  const theme = entries.get('theme');
  const host = entries.get('host');
  return {
    show: new Set(show.length > 0 ? show : ['scene', 'time']),
    autoplay: entries.get('autoplay') === '1',
    start: Number.isFinite(start) ? start : null,
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    handsOn: entries.get('hands-on') === '1',
    host: host === 'splice' || host === 'jsinput' ? host : '',
  };
}
