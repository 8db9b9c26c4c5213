import { msg, str } from '@lit/localize';
import { formatDuration, formatNumber } from '../format/quantity';
import { type PlotsOnPage, pngOf } from '../plots';
import { glbOf, type SceneOnPage, type SceneStyle } from '../scene';
import { layOut, withParameters } from '../state/document';
import type { ComparedRun } from '../state/kept-runs';
import type { Session } from '../state/session';
import { download } from '../ui/download';
import { recordingCsv } from './csv';
import { recordingJson } from './data';
import { expandedModel } from './expanded';
import { noPicture, plotsPicture, pngOfCanvas, recorderOf } from './picture';
import { recordVideo, videoFormat } from './video';

/** A file that a person can download from the page. */
export interface ExportFile {
  label(): string;
  group: 'numbers' | 'scene' | 'plots' | 'model';
  isReady(source: ExportSource): boolean;
  /** If generating the file takes a while: the label of a button that cancels it. */
  cancel?(): string;
  save(source: ExportSource, signal: AbortSignal): void | Promise<void>;
}

/** The data from which files are generated. */
export interface ExportSource {
  session: Session;
  scene: SceneOnPage;
  plots: PlotsOnPage;
  /** Stem of file names. */
  stem: string;
  isChosen(sensor: string): boolean;
  /** The kept runs, besides the one that is shown. */
  kept: readonly ComparedRun[];
  /** Size of pictures of the 3D view, in pixels. */
  size: readonly [width: number, height: number];
  /** The style of these pictures. */
  sceneStyle: SceneStyle;
  /** Reports progress. */
  say(message: string): void;
}

const longestVideo = 300; // s

const hasRun = ({ session }: ExportSource) => session.runner.recording !== null;
const hasChosen = ({ session, isChosen }: ExportSource) =>
  session.runner.recording?.model.sensors.some(({ name }) => isChosen(name)) ?? false;

/** The files, in the order of their buttons. */
export const exportFiles: readonly ExportFile[] = [
  {
    label: () => msg('Data (CSV)'),
    group: 'numbers',
    isReady: hasChosen,
    save({ session, stem, isChosen, kept }) {
      const { recording } = session.runner;
      if (recording) download(`${stem}.csv`, 'text/csv', recordingCsv(recording, isChosen, kept));
    },
  },
  {
    label: () => msg('Data (JSON)'),
    group: 'numbers',
    isReady: hasChosen,
    save({ session, stem, isChosen, kept }) {
      const { recording, state } = session.runner;
      const { title } = session.shownDocument;
      if (!recording) return;
      const text = recordingJson(typeof title === 'string' ? title : '', recording, state, isChosen, kept);
      download(`${stem}-data.json`, 'application/json', `${text}\n`);
    },
  },
  {
    label: () => msg('3D view (PNG)'),
    group: 'scene',
    isReady: hasRun,
    async save({ session, scene, size, stem, sceneStyle }) {
      const recorder = recorderOf(scene, size, sceneStyle);
      try {
        if (!recorder.draw(session.cursor.time)) throw noPicture();
      } finally {
        recorder.end();
      }
      const png = await pngOfCanvas(recorder.canvas);
      if (!png) throw noPicture();
      download(`${stem}.png`, 'image/png', png);
    },
  },
  /** The whole run at playback speed. */
  {
    label: () => msg('Video of the run'),
    group: 'scene',
    isReady: hasRun,
    cancel: () => msg('Cancel the video'),
    async save({ session, scene, size, stem, say }, signal) {
      const { cursor } = session;
      const format = videoFormat();
      if (!format) throw new Error(msg('this browser cannot record videos. Another browser, or a program that records the screen, can.'));
      const length = (cursor.end - cursor.start) / cursor.speed;
      if (length > longestVideo)
        throw new Error(msg(str`at this speed the video would take ${formatDuration(length)}; choose a higher speed below the 3D view.`));
      cursor.pause();
      const recorder = recorderOf(scene, size);
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
  },
  {
    label: () => msg('Moving 3D model (GLB)'),
    group: 'scene',
    isReady: ({ session }) => (session.runner.recording?.history.samples ?? 0) > 0,
    async save({ session, stem }) {
      const { recording } = session.runner;
      if (recording) download(`${stem}.glb`, 'model/gltf-binary', new Blob([await glbOf(recording)]));
    },
  },
  {
    label: () => msg('Plots (PNG)'),
    group: 'plots',
    isReady: hasRun,
    async save({ session, plots, stem }) {
      const png = await pngOf(plotsPicture(plots, session));
      if (!png) throw noPicture();
      download(`${stem}-plots.png`, 'image/png', png);
    },
  },
  {
    label: () => msg('Plots (SVG)'),
    group: 'plots',
    isReady: hasRun,
    save({ session, plots, stem }) {
      download(`${stem}-plots.svg`, 'image/svg+xml', plotsPicture(plots, session).svg);
    },
  },
  {
    label: () => msg('Model (JSON)'),
    group: 'model',
    isReady: () => true,
    save({ session, stem }) {
      const document = withParameters(session.shownDocument, session.parameters.values);
      download(`${stem}.json`, 'application/json', `${layOut(document)}\n`);
    },
  },
  {
    label: () => msg('Expanded model (JSON)'),
    group: 'model',
    isReady: () => true,
    async save({ session, stem }) {
      download(`${stem}-expanded.json`, 'application/json', `${layOut(await expandedModel(session))}\n`);
    },
  },
  {
    label: () => msg('Python for Exudyn'),
    group: 'model',
    isReady: () => true,
    async save({ session, stem }) {
      const { runner, opened, parameters } = session;
      const engine = await runner.prepare();
      const script = await engine.exudynScript(opened?.text ?? '', parameters.values);
      download(`${stem.replaceAll('-', '_')}.py`, 'text/x-python', script);
    },
  },
];
