import { loadReference } from '../../state/schema';
import { download } from '../../ui/download';
import { expandedModel } from '../expanded';
import type { ExportFile } from '../files';

export const exportFile: ExportFile = {
  label: 'Python for Exudyn',
  group: 'Model',
  order: 3,
  isReady: () => true,
  async save({ session, stem }) {
    const [{ exudynScript, formulasIn }, expanded, { items }] = await Promise.all([
      import('../exudyn'),
      expandedModel(session, { formulas: true }),
      loadReference(),
    ]);
    const formulas = formulasIn(expanded);
    const syntax = await (await session.runner.prepare()).syntax(formulas);
    const script = exudynScript(expanded, items, new Map(formulas.map((formula, i) => [formula, syntax[i]])));
    download(`${stem.replaceAll('-', '_')}.py`, 'text/x-python', script);
  },
};
