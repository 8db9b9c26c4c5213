import { msg } from '@lit/localize';
import { layOut } from '../../state/document';
import { download } from '../../ui/download';
import { expandedModel } from '../expanded';
import type { ExportFile } from '../files';

export const exportFile: ExportFile = {
  label: () => msg('Expanded model (JSON)'),
  group: 'model',
  order: 2,
  isReady: () => true,
  async save({ session, stem }) {
    download(`${stem}-expanded.json`, 'application/json', `${layOut(await expandedModel(session))}\n`);
  },
};
