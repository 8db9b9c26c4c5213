import { layOut } from '../../state/document';
import { download } from '../../ui/download';
import { expandedModel } from '../expanded';
import type { ExportFile } from '../files';

export const exportFile: ExportFile = {
  label: 'Expanded model (JSON)',
  group: 'Model',
  order: 2,
  isReady: () => true,
  async save({ session, stem }) {
    download(`${stem}-expanded.json`, 'application/json', `${layOut(await expandedModel(session))}\n`);
  },
};
