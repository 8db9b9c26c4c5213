import { msg, str } from '@lit/localize';
import { formatDuration, formatNumber } from '../../format/quantity';
import { download } from '../../ui/download';
import type { ExportFile } from '../files';
import { recorderOf } from '../picture';
import { recordVideo, videoFormat } from '../video';

const longest = 300; // s

/** The whole run at playback speed. */
export const exportFile: ExportFile = {
  label: () => msg('Video of the run'),
  group: 'scene',
  order: 2,
  isReady: ({ session }) => session.runner.recording !== null,
  cancel: () => msg('Cancel the video'),
  async save({ session, scene, size, stem, say }, signal) {
    const { cursor } = session;
    const format = videoFormat();
    if (!format) throw new Error(msg('this browser cannot record videos. Another browser, or a program that records the screen, can.'));
    const length = (cursor.end - cursor.start) / cursor.speed;
    if (length > longest)
      throw new Error(msg(str`at this speed the video would take ${formatDuration(length)}; choose a higher speed below the 3D view.`));
    cursor.pause();
    const recorder = recorderOf({ scene, size });
    try {
      const video = await recordVideo({
        canvas: recorder.canvas,
        draw: (second) => recorder.draw(Math.min(cursor.end, cursor.start + second * cursor.speed)),
        length,
        format,
        progress: (second) =>
          say(msg(str`Recording, ${formatNumber(Math.floor(second))} of ${formatNumber(Math.ceil(length))} s. Keep this tab visible.`)),
        signal,
      });
      say(video ? '' : msg('The video was cancelled.'));
      if (video) download(`${stem}.${format.extension}`, video.type, video);
    } finally {
      recorder.end();
    }
  },
};
