import { msg } from '@lit/localize';
import { glbOf } from '../../scene';
import { download } from '../../ui/download';
import type { ExportFile } from '../files';

export const exportFile: ExportFile = {
  label: () => msg('Moving 3D model (GLB)'),
  group: 'scene',
  order: 3,
  isReady: ({ session }) => (session.runner.recording?.history.samples ?? 0) > 0,
  async save({ session, stem }) {
    const { recording } = session.runner;
    if (recording) download(`${stem}.glb`, 'model/gltf-binary', new Blob([await glbOf(recording)]));
  },
};
