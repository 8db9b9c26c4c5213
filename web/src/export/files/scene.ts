import { download } from '../../ui/download';
import type { ExportFile } from '../files';
import { noPicture, pngOfCanvas, recorderOf } from '../picture';

export const exportFile: ExportFile = {
  label: '3D view (PNG)',
  group: '3D view',
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
