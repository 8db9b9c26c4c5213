import { msg } from '@lit/localize';
import { download } from '../../ui/download';
import { recordingJson } from '../data';
import type { ExportFile } from '../files';

export const exportFile: ExportFile = {
  label: () => msg('Data (JSON)'),
  group: 'numbers',
  order: 2,
  isReady: ({ session, isChosen }) => session.runner.recording?.model.sensors.some(({ name }) => isChosen(name)) ?? false,
  save({ session, stem, isChosen, kept }) {
    const { recording, state } = session.runner;
    const { title } = session.shownDocument;
    if (!recording) return;
    const text = recordingJson(typeof title === 'string' ? title : '', recording, state, isChosen, kept);
    download(`${stem}-data.json`, 'application/json', `${text}\n`);
  },
};
