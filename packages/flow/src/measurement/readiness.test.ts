// SPDX-License-Identifier: Apache-2.0
import { CONSTRAINTS } from '@perfuse/contract/failures/catalogue';
import { MEASUREMENT } from '@perfuse/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FaceReading } from './ports.ts';
import {
  ALL_CONSTRAINTS,
  NOT_READY,
  readinessAfter,
  type Constraints,
  type Readiness,
} from './readiness.ts';
import { GOOD_FACE, NO_FACE } from './timeline.test-support.ts';

function after(
  faces: readonly FaceReading[],
  constraints: Constraints = ALL_CONSTRAINTS,
  from: Readiness = NOT_READY,
): Readiness {
  return faces.reduce((state, face) => readinessAfter(state, face, constraints), from);
}
const held = (face: FaceReading, readings = 4): FaceReading[] =>
  Array.from({ length: readings }, () => face);
const READY = after(held(GOOD_FACE));
const NONE: Constraints = { distance: false, direction: false };

const BAD = {
  'no-face': NO_FACE,
  'too-far': { ...GOOD_FACE, width: 0.06 },
  'too-near': { ...GOOD_FACE, width: 0.55 },
  'off-centre': { ...GOOD_FACE, centreX: 0.9 },
  turned: { ...GOOD_FACE, yaw: -45 },
} as const;

describe('readiness', () => {
  it('is given for a good face', () => {
    expect(READY).toMatchObject({ ready: true, reason: null });
  });

  it(`needs a face in ${String(MEASUREMENT.minimumFaceFrames)} frames in a row`, () => {
    const early = held({ ...GOOD_FACE, facesSeen: MEASUREMENT.minimumFaceFrames - 1 });
    expect(after(early)).toMatchObject({ ready: false, reason: null });
    const enough = held({ ...GOOD_FACE, facesSeen: MEASUREMENT.minimumFaceFrames });
    expect(after(enough).ready).toBe(true);
  });

  it.each(Object.entries(BAD))('is not given when the face is: %s', (reason, face) => {
    expect(after(held(face), ALL_CONSTRAINTS, READY)).toMatchObject({ ready: false, reason });
  });

  it.each(['yaw', 'pitch', 'roll'] as const)(
    'is not given with a %s of 40° either way',
    (angle) => {
      for (const degrees of [-40, 40]) {
        const face = { ...GOOD_FACE, [angle]: degrees };
        expect(after(held(face), ALL_CONSTRAINTS, READY).reason).toBe('turned');
      }
    },
  );

  it.each(Object.entries(BAD).filter(([reason]) => reason !== 'no-face'))(
    'ignores %s when its constraint is off',
    (_, face) => {
      expect(after(held(face), NONE, READY).ready).toBe(true);
    },
  );

  it.each([
    ['too-far', 'width', 0.143, 0.128],
    ['too-near', 'width', 0.57, 0.62],
    ['off-centre', 'centreX', 0.73, 0.77],
    ['turned', 'yaw', 29, 34],
  ] as const)('has hysteresis at its limit: %s', (reason, what, between, beyond) => {
    const at = (value: number, from: Readiness) =>
      after(held({ ...GOOD_FACE, aspect: 1, centreY: 0.5, [what]: value }), ALL_CONSTRAINTS, from);
    const gone = at(beyond, READY);
    expect(gone).toMatchObject({ ready: false, reason });
    expect(at(between, gone)).toMatchObject({ ready: false, reason });
    expect(at(between, READY).ready).toBe(true);
  });

  it('needs a face even with every constraint off', () => {
    expect(after(held(NO_FACE), NONE, READY)).toMatchObject({ ready: false, reason: 'no-face' });
  });

  it('requires the check-up to pass, after the position of the face', () => {
    const hindered = (face: FaceReading): Readiness =>
      held(face).reduce(
        (state, next) => readinessAfter(state, next, ALL_CONSTRAINTS, 'backlit'),
        READY,
      );
    expect(hindered(GOOD_FACE)).toMatchObject({ ready: false, reason: 'backlit' });
    expect(hindered(BAD['too-far']).reason).toBe('too-far');
    expect(after(held(GOOD_FACE), ALL_CONSTRAINTS, hindered(GOOD_FACE)).ready).toBe(true);
  });

  it('finds a face that fills a quarter of the guide too far, but not one that fills a third', () => {
    expect(after(held({ ...GOOD_FACE, width: 0.085 })).reason).toBe('too-far');
    expect(after(held({ ...GOOD_FACE, width: 0.107 })).ready).toBe(true);
  });

  it('judges the size by the shorter side: an upright phone needs no larger face', () => {
    const upright = { ...GOOD_FACE, aspect: 16 / 9, centreY: 0.89, width: 0.2 };
    expect(after(held(upright)).ready).toBe(true);
  });

  const laptop = { ...GOOD_FACE, width: 0.44 };
  const phone = { ...GOOD_FACE, aspect: 16 / 9, centreY: 0.89, width: 0.58 };
  it.each([
    ['upper', { ...laptop, centreY: 0.22 }],
    ['lower', { ...laptop, centreY: 0.53 }],
    ['left', { ...phone, centreX: 0.255 }],
    ['right', { ...phone, centreX: 0.745 }],
  ])('refuses a face that is cut off by the %s edge of the picture', (_, face) => {
    expect(after(held(face)).reason).toBe('off-centre');
    expect(after(held({ ...face, width: 0.3 })).ready).toBe(true);
  });

  it('names the most important of several reasons', () => {
    const several = { ...GOOD_FACE, width: 0.06, centreX: 0.9, yaw: 50 };
    expect(after(held(several)).reason).toBe('too-far');
    expect(after(held(several), { ...ALL_CONSTRAINTS, distance: false }).reason).toBe('turned');
  });

  it('ignores interruptions of up to three frames, about a quarter of a second', () => {
    const blink = [...held(NO_FACE, 3), { ...GOOD_FACE, facesSeen: 1 }];
    let state = READY;
    for (const face of blink) {
      state = readinessAfter(state, face, ALL_CONSTRAINTS);
      expect(state.ready).toBe(true);
    }
  });

  it('clears a reason only well inside the limit', () => {
    const turned = after(held({ ...GOOD_FACE, yaw: 34 }), ALL_CONSTRAINTS, READY);
    expect(turned.reason).toBe('turned');
    const barely = after(held({ ...GOOD_FACE, yaw: 30 }), ALL_CONSTRAINTS, turned);
    expect(barely.reason).toBe('turned');
    expect(after(held({ ...GOOD_FACE, yaw: 20 }), ALL_CONSTRAINTS, barely).ready).toBe(true);
    expect(after(held({ ...GOOD_FACE, yaw: 30 }), ALL_CONSTRAINTS, READY).ready).toBe(true);
  });

  it('is never given together with a reason, whatever the tracker reports', () => {
    const face = fc.record({
      found: fc.boolean(),
      centreX: fc.double({ min: -2, max: 3, noNaN: true }),
      centreY: fc.double({ min: -2, max: 3, noNaN: true }),
      width: fc.double({ min: 0, max: 3, noNaN: true }),
      yaw: fc.double({ min: -180, max: 180, noNaN: true }),
      pitch: fc.double({ min: -180, max: 180, noNaN: true }),
      roll: fc.double({ min: -180, max: 180, noNaN: true }),
      aspect: fc.double({ min: 0.3, max: 3, noNaN: true }),
      luma: fc.double({ min: 0, max: 255, noNaN: true }),
      facesSeen: fc.nat(1000),
    });
    fc.assert(
      fc.property(fc.array(face, { maxLength: 40 }), (faces) => {
        const state = after(faces);
        if (state.ready) expect(state.reason).toBeNull();
        if (state.reason !== null) expect(Object.keys(CONSTRAINTS)).toContain(state.reason);
      }),
    );
  });
});
