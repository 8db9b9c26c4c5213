import { msg } from '@lit/localize';
import { layOut, withParameters } from '../../state/document';
import { download } from '../../ui/download';
import type { ExportFile } from '../files';

export const exportFile: ExportFile = {
  label: () => msg('Model (JSON)'),
  group: 'model',
  order: 1,
  isReady: () => true,
  save({ session, stem }) {
    const document = withParameters(session.shownDocument, session.parameters.values);
    download(`${stem}.json`, 'application/json', `${layOut(document)}\n`);
  },
};
