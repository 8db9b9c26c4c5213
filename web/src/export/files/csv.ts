import { msg } from '@lit/localize';
import { download } from '../../ui/download';
import { recordingCsv } from '../csv';
import type { ExportFile } from '../files';

export const exportFile: ExportFile = {
  label: () => msg('Data (CSV)'),
  group: 'numbers',
  order: 1,
  isReady: ({ session, isChosen }) => session.runner.recording?.model.sensors.some(({ name }) => isChosen(name)) ?? false,
  save({ session, stem, isChosen, kept }) {
    const { recording } = session.runner;
    if (recording) download(`${stem}.csv`, 'text/csv', recordingCsv(recording, isChosen, kept));
  },
};
