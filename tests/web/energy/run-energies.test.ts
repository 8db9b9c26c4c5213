import { describe, expect, it } from 'vitest';
import { RunEnergies } from '../../../web/src/energy/run-energies';
import { sentence } from '../../../web/src/energy/sentence';
import type { ModelDocument } from '../../../web/src/state/document';
import { Runner } from '../../../web/src/state/runner';
import { Session } from '../../../web/src/state/session';
import { testEngine } from '../../support/engine';

/** A mass on a stiff spring that the steps hardly resolve. */
const stiff = (analysis: object): ModelDocument => ({
  slipstick: 1,
  create: [
    { type: 'Ground', name: 'ground' },
    { type: 'MassPoint', name: 'mass', physicsMass: 1, initialVelocity: [1, 0, 0] },
    { type: 'CartesianSpringDamper', name: 'stiff spring', bodies: ['ground', 'mass'], stiffness: [4000, 4000, 4000] },
  ],
  analysis: [{ type: 'dynamic', endTime: 2, stepSize: 0.02, sensorsWritePeriod: 0.02, ...analysis }],
});

async function measured(document: ModelDocument) {
  const session = new Session(new Runner(testEngine));
  const text = JSON.stringify(document);
  session.open({ origin: 'document', document, text }, {});
  await session.runner.start(text, {});
  const energies = session.part(RunEnergies);
  await energies.measure();
  return { session, energies };
}

describe('The energies of a run', () => {
  it('name the damped spring, the time and the numerical damping', async () => {
    const document = stiff({ generalizedAlpha: { spectralRadius: 0.5 } });
    const { energies } = await measured(document);
    expect(energies.isOfShown).toBe(true);
    expect(energies.measured).toMatchObject({ isLarge: true, item: 'stiff spring' });
    expect(sentence(energies.measured!, document)).toMatch(/stiff spring.*numerical damping/);
  });

  it('need no reason if the steps are short enough', async () => {
    const { energies } = await measured(stiff({ stepSize: 0.0002, sensorsWritePeriod: 0.0002, generalizedAlpha: { spectralRadius: 1 } }));
    expect(energies.measured).toMatchObject({ isLarge: false, item: '' });
  });

  it('follow the tolerance of the document', async () => {
    const { energies } = await measured(stiff({ generalizedAlpha: { spectralRadius: 0.5 }, balanceTolerance: 2 }));
    expect(energies.measured).toMatchObject({ isLarge: false });
  });

  it('are not measured without steps in time', async () => {
    const { energies } = await measured({ ...stiff({}), analysis: [{ type: 'static' }] });
    expect(energies).toMatchObject({ possible: false, measured: null, running: false });
  });

  it('are forgotten when the next run begins', async () => {
    const { session, energies } = await measured(stiff({}));
    const next = session.runner.start(JSON.stringify(stiff({ endTime: 1 })), {});
    expect(energies.isOfShown).toBe(false);
    await next;
    expect(energies.isOfShown).toBe(false);
  });

  it('reach as far as a run that stops', async () => {
    const sensor = { type: 'UserFunction', name: 'bad', sensorUserFunction: 't < 1 ? 0 : sqrt(-1)' };
    const load = { type: 'ForceVector', markerNumber: 'tip', loadVector: [0, 0, 0], loadVectorUserFunction: ['sensor("bad")', 0, 0] };
    const document = {
      ...stiff({}),
      markers: [{ type: 'BodyPosition', name: 'tip', bodyNumber: 'mass' }],
      loads: [load],
      sensors: [sensor],
    };
    const { session, energies } = await measured(document);
    expect(session.runner.phase).toBe('stopped');
    expect(energies.problem).not.toBe('');
    expect(energies.measured?.energies.time.at(-1)).toBeLessThan(1.1);
  });
});
