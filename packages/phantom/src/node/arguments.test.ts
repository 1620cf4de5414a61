// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { HELP, parsePhantomArguments } from './arguments.ts';

const reasonOf = (line: string): string => {
  const job = parsePhantomArguments(line.split(' '));
  if (job === 'help' || job.ok) throw new Error(`${line} was accepted.`);
  return job.reason;
};

describe('The command line of the phantom', () => {
  it('accepts payload options', () => {
    const job = parsePhantomArguments(
      '--out here --bpm 80 --breaths 12 --snr 4 --seed 7 --seconds 20 --chest 0'.split(' '),
    );
    expect(job).toEqual({
      ok: true,
      value: {
        kind: 'payloads',
        directory: 'here',
        options: { bpm: 80, breaths: 12, snr: 4, seed: 7, durationS: 20, chest: 0 },
      },
    });
  });

  it('accepts a changing heart rate', () => {
    const job = parsePhantomArguments(
      '--out here --ramp -25 --seconds 40 --breath-spread 0.1'.split(' '),
    );
    const course = { kind: 'ramp', by: -25, overS: 40 };
    expect(job).toMatchObject({
      value: { options: { durationS: 40, breathSpread: 0.1, course } },
    });
  });

  it('accepts video options', () => {
    const job = parsePhantomArguments(
      '--out here --video --amplitude 0 --yaw -20 --shoulders 4 --face none --skin-tone dark'.split(
        ' ',
      ),
    );
    expect(job).toEqual({
      ok: true,
      value: {
        kind: 'video',
        directory: 'here',
        options: { amplitude: 0, yaw: -20, shoulders: 4, face: 'none', skinTone: 'dark' },
      },
    });
  });

  it.each([
    ['--bpm 80', /--out must name a folder/],
    ['--out x --bpm 5', /--bpm must be a number from 20 to 250/],
    ['--out x --bpm fast', /--bpm must be a number/],
    ['--out x --bpm=', /--bpm must be a number/],
    ['--out x --seed 1.5', /--seed must be a whole number/],
    ['--out x --skin-tone green', /--skin-tone must be one of very-pale/],
    ['--out x --polarity up', /--polarity must be one of absorbing, brightening/],
    ['--out x --video --snr 5', /--snr does not go with --video/],
    ['--out x --yaw 5', /--yaw needs --video/],
    ['--out x --face none', /--face needs --video/],
    ['--out x --wrong', /--wrong/],
    ['--out x stray', /stray/],
  ])('refuses "%s", naming the option and the rule', (line, reason) => {
    expect(reasonOf(line)).toMatch(reason);
  });

  it('explains every option in its help', () => {
    expect(parsePhantomArguments(['--help'])).toBe('help');
    for (const name of ['out', 'bpm', 'snr', 'yaw', 'face', 'polarity', 'centre-x']) {
      expect(HELP).toContain(`--${name} `);
    }
  });
});
