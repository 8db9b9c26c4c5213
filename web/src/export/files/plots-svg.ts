import { msg } from '@lit/localize';
import { download } from '../../ui/download';
import type { ExportFile } from '../files';
import { plotsPicture } from '../picture';

export const exportFile: ExportFile = {
  label: () => msg('Plots (SVG)'),
  group: 'plots',
  order: 2,
  isReady: ({ session }) => session.runner.recording !== null,
  save(source) {
    download(`${source.stem}-plots.svg`, 'image/svg+xml', plotsPicture(source).svg);
  },
};
