import { msg } from '@lit/localize';
import { download } from '../../ui/download';
import type { ExportFile } from '../files';

export const exportFile: ExportFile = {
  label: () => msg('Python for Exudyn'),
  group: 'model',
  order: 3,
  isReady: () => true,
  async save({ session, stem }) {
    const { runner, opened, parameters } = session;
    const engine = await runner.prepare();
    const script = await engine.exudynScript(opened?.text ?? '', parameters.values);
    download(`${stem.replaceAll('-', '_')}.py`, 'text/x-python', script);
  },
};
