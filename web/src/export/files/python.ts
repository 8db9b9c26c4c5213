import { loadReference } from '../../state/schema';
import { download } from '../../ui/download';
import { load } from '../../ui/load';
import { expandedModel } from '../expanded';
import type { ExportFile } from '../files';

export const exportFile: ExportFile = {
  label: 'Python for Exudyn',
  group: 'Model',
  order: 3,
  isReady: () => true,
  async save({ session, stem }) {
    const [{ exudynScript, formulasIn, startingAt, startsAssembled }, expanded, { items }] = await Promise.all([
      load(() => import('../exudyn')),
      expandedModel(session, { formulas: true }),
      load(loadReference),
    ]);
    const formulas = formulasIn(expanded);
    const engine = await session.runner.prepare();
    const syntax = await engine.syntax(formulas);
    const { opened, parameters } = session;
    const found = startsAssembled(expanded) && (await engine.assemble(opened?.text ?? '', parameters.values, { mayJump: true }));
    const script = exudynScript(
      found ? startingAt(expanded, found.nodes) : expanded,
      items,
      new Map(formulas.map((formula, i) => [formula, syntax[i]])),
    );
    download(`${stem.replaceAll('-', '_')}.py`, 'text/x-python', script);
  },
};
