import { msg } from '@lit/localize';
import { pngOf } from '../../plots';
import { download } from '../../ui/download';
import type { ExportFile } from '../files';
import { noPicture, plotsPicture } from '../picture';

export const exportFile: ExportFile = {
  label: () => msg('Plots (PNG)'),
  group: 'plots',
  order: 1,
  isReady: ({ session }) => session.runner.recording !== null,
  async save(source) {
    const png = await pngOf(plotsPicture(source));
    if (!png) throw noPicture();
    download(`${source.stem}-plots.png`, 'image/png', png);
  },
};
