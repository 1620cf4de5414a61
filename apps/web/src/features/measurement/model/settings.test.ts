// SPDX-License-Identifier: Apache-2.0
import { measurementControlsSchema } from '@perfuse/contract/configuration/measurement';
import { ALL_CONSTRAINTS, DEFAULT_CHECK_UP } from '@perfuse/flow';
import { describe, expect, it } from 'vitest';
import { settingsOf } from './settings.ts';

describe('the settings of a measurement', () => {
  it('for consumers: all constraints, an oval, white around it', () => {
    expect(settingsOf('consumer', {})).toMatchObject({
      measurement: { constraints: ALL_CONSTRAINTS, autoStart: false },
      guide: { shape: 'oval', outerFill: 'white' },
      defaultPhoneCamera: 'user',
      cameraAutoStart: false,
      headerImage: null,
    });
  });

  it('for organisations by default: all constraints, a circle, nothing around it', () => {
    expect(settingsOf('enterprise', {})).toMatchObject({
      measurement: { constraints: ALL_CONSTRAINTS },
      guide: { shape: 'circle', outerFill: null },
    });
  });

  it.each(['distance', 'direction'] as const)('%s alone can be switched off', (name) => {
    const { measurement } = settingsOf('enterprise', {
      measurementControls: { [name]: { enabled: false } },
    });
    expect(measurement.constraints).toEqual({ ...ALL_CONSTRAINTS, [name]: false });
  });

  it('warn about every aspect of the check-up, and block only on movement', () => {
    expect(settingsOf('consumer', {}).measurement.checkUp).toEqual(DEFAULT_CHECK_UP);
    expect(settingsOf('enterprise', {}).measurement.checkUp).toEqual(DEFAULT_CHECK_UP);
  });

  it.each([
    [{ movement: { enabled: false } }, 'off'],
    [{ movement: { enabled: true } }, 'block'],
    [{ movement: { enabled: true }, checkUp: { movement: 'warn' } }, 'warn'],
    [{ movement: { enabled: false }, checkUp: { movement: 'block' } }, 'block'],
    [{ checkUp: { brightness: 'block' } }, 'block'],
  ] as const)('with %o movement is set to %s', (measurementControls, level) => {
    const { measurement } = settingsOf('enterprise', { measurementControls });
    expect(measurement.checkUp.movement).toBe(level);
  });

  it('take each aspect of the check-up from the configuration', () => {
    const { measurement } = settingsOf('enterprise', {
      measurementControls: { checkUp: { brightness: 'block', sharpness: 'off' } },
    });
    expect(measurement.checkUp).toEqual({
      ...DEFAULT_CHECK_UP,
      brightness: 'block',
      sharpness: 'off',
    });
  });

  it('take shape, fill, colour, camera and automatic starts from the configuration', () => {
    expect(
      settingsOf('enterprise', {
        measurementControls: {
          useOvalShape: true,
          fillOuterShape: true,
          outerFillColor: '#123456',
        },
        defaultMobileCamera: 'rear',
        cameraAutoStart: true,
        measurementAutoStart: true,
        branding: { measurementHeaderImage: 'https://clinic.example.org/banner.png' },
      }),
    ).toMatchObject({
      measurement: { autoStart: true },
      guide: { shape: 'oval', outerFill: '#123456' },
      defaultPhoneCamera: 'environment',
      cameraAutoStart: true,
      headerImage: 'https://clinic.example.org/banner.png',
    });
  });

  it('default to a white fill when no colour is given', () => {
    const { guide } = settingsOf('enterprise', { measurementControls: { fillOuterShape: true } });
    expect(guide.outerFill).toBe('white');
  });
});

describe('the colour around the guide', () => {
  const accepts = (outerFillColor: string): boolean =>
    measurementControlsSchema.safeParse({ outerFillColor }).success;

  it.each(['white', '#fff', '#ffffff80', 'rgb(1, 2, 3)', 'hsl(120deg 50% 50% / 0.5)'])(
    'may be %s',
    (colour) => expect(accepts(colour)).toBe(true),
  );

  it.each(['', 'url(https://x)', 'red; background: url(x)', 'var(--x)', '#ff', 'image-set(x)'])(
    'may not be %j',
    (colour) => expect(accepts(colour)).toBe(false),
  );
});
