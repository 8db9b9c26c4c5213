import { expect, test } from 'vitest';
import { describeScene } from '../../../web/src/scene/description';
import { stateText } from '../../../web/src/scene/state-text';
import { beltRecording } from './fake_belt';

test('The picture has a text: the time, and the positions of the bodies', () => {
  const recording = beltRecording();
  const scene = describeScene(recording.model);
  expect(stateText(scene, recording, 0.3)).toBe('At 0.3 seconds: pulley0 at 0, 0, 0\u2009m; pulley1 at 400, 0, 0\u2009mm.');
  scene.bodies = [...scene.bodies, ...scene.bodies, ...scene.bodies];
  expect(stateText(scene, recording, 0.3)).toContain('; and 2 more.');
});
