// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { HELP, parseMeasureArguments, type MeasureJob } from './arguments.ts';

const split = (line: string): string[] => line.split(' ').filter((word) => word !== '');

function jobOf(line: string): MeasureJob {
  const job = parseMeasureArguments(split(line));
  if (job === 'help' || !job.ok) throw new Error(`${line} was refused.`);
  return job.value;
}

describe('The command line of measure', () => {
  it('requires only the recording', () => {
    const { recording, json, profile, url, keepOpen } = jobOf('face.mp4');
    expect({ recording, json, url, keepOpen }).toEqual({
      recording: 'face.mp4',
      json: false,
      url: undefined,
      keepOpen: false,
    });
    expect(profile).toMatchObject({ age: '40', heightCm: '175', weight: '75', gender: 'male' });
  });

  it('fills the profile with the answers given', () => {
    const line =
      'face.mp4 --age 61 --height 160 --weight 80 --waist 99 --sex female --smoker ' +
      '--diabetes type2 --hypertension --bp-medication --json';
    expect(jobOf(line).profile).toMatchObject({
      age: '61',
      heightCm: '160',
      weight: '80',
      waist: '99',
      gender: 'female',
      smoker: '1',
      diabetic: 'type2',
      hypertension: '1',
      hypertensionMedication: '1',
    });
    expect(jobOf(line).json).toBe(true);
  });

  it('sets the CPU slowdown with --cpu', () => {
    expect(jobOf('face.mp4').cpu).toBe(1);
    expect(jobOf('face.mp4 --cpu 6').cpu).toBe(6);
  });

  it.each([
    ['', /Pass a recording/],
    ['a.mp4 b.mp4', /Only one recording/],
    ['a.mp4 --age 17', /--age must be whole years/],
    ['a.mp4 --age forty', /--age/],
    ['a.mp4 --cpu fast', /--cpu must be a number/],
    ['a.mp4 --cpu 0.5', /--cpu/],
    ['a.mp4 --cpu 21', /--cpu/],
    ['a.mp4 --height 20', /--height/],
    ['a.mp4 --weight 20', /--height|--weight/],
    ['a.mp4 --height 200 --weight 30', /alone or together with --weight/],
    ['a.mp4 --waist 10', /--waist/],
    ['a.mp4 --sex other', /--sex must be/],
    ['a.mp4 --diabetes 3', /--diabetes must be/],
    ['a.mp4 --url ftp://x', /--url must be/],
    ['a.mp4 --url nowhere', /--url must be/],
    ['a.mp4 --wrong', /--wrong/],
  ])('refuses "%s", naming the option and the rule', (line, reason) => {
    const job = parseMeasureArguments(split(line));
    expect(job === 'help' || job.ok ? '' : job.reason).toMatch(reason);
  });

  it('prints the options with --help', () => {
    expect(parseMeasureArguments(['--help'])).toBe('help');
    for (const option of ['--json', '--age', '--diabetes', '--bp-medication', '--url']) {
      expect(HELP).toContain(option);
    }
  });
});
