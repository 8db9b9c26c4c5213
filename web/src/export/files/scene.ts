import { msg } from '@lit/localize';
import { download } from '../../ui/download';
import type { ExportFile } from '../files';
import { noPicture, pngOfCanvas, recorderOf } from '../picture';

export const exportFile: ExportFile = {
  label: () => msg('3D view (PNG)'),
  group: 'scene',
  order: 1,
  isReady: ({ session }) => session.runner.recording !== null,
  async save({ session, scene, size, stem, sceneStyle }) {
    const recorder = recorderOf({ scene, size }, sceneStyle);
    try {
      if (!recorder.draw(session.cursor.time)) throw noPicture();
    } finally {
      recorder.end();
    }
    const png = await pngOfCanvas(recorder.canvas);
    if (!png) throw noPicture();
    download(`${stem}.png`, 'image/png', png);
  },
};
