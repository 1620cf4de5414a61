// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { checkHeartRate, missing, parseSteps, stepTable, type Step } from './steps.ts';

const step = (rest: Partial<Step> = {}): Step => ({
  step: 'status',
  status: 200,
  ok: true,
  ...rest,
});

describe('the output of a client sequence', () => {
  it('is one step per line', () => {
    const output =
      '{"step":"a","status":200,"ok":true}\r\n\n{"step":"b","status":0,"ok":false,"detail":"KeyError"}\n';
    expect(parseSteps(output)).toEqual([
      { step: 'a', status: 200, ok: true },
      { step: 'b', status: 0, ok: false, detail: 'KeyError' },
    ]);
    expect(parseSteps('')).toEqual([]);
  });

  it.each(['Traceback (most recent call last):', '{"step":"a","status":"200","ok":true}', '[]'])(
    'is refused with the line: %s',
    (line) => {
      expect(() => parseSteps(`${line}\n`)).toThrow(`not a step: ${line}`);
    },
  );

  it('is checked against the heart rate that was sent', () => {
    expect(checkHeartRate(66, step({ bpm: 67.9 }))).toMatchObject({ ok: true });
    expect(checkHeartRate(66, step({ bpm: 68.2 }))).toMatchObject({
      ok: false,
      detail: '68.2 per minute, sent: 66',
    });
    expect(checkHeartRate(66, step({ bpm: null }))).toMatchObject({ ok: false });
    expect(checkHeartRate(66, step())).toEqual(step());
    const failed = step({ ok: false, detail: 'KeyError', bpm: 20 });
    expect(checkHeartRate(66, failed)).toEqual(failed);
  });

  it('is incomplete without steps or a heart rate, or with a failed exit after successful steps', () => {
    expect(missing([], 0)).toMatch('no steps');
    expect(missing([step(), step({ bpm: null })], 0)).toMatch('No heart rate');
    expect(missing([step({ bpm: 66 })], 1)).toMatch('exited with 1');
    expect(missing([step({ bpm: 66 })], null)).toMatch('exited with null');
    expect(missing([step({ bpm: 66 })], 0)).toBeNull();
    expect(missing([step({ bpm: 66, ok: false })], 1)).toBeNull();
  });

  it('is rendered as a table that marks deviations from the documentation', () => {
    const lines = stepTable([
      step({ bpm: 66.04 }),
      step({ step: 'sign in', status: 0, ok: false, detail: 'KeyError' }),
    ]).split('\n');
    expect(lines[2]).toMatch(/^\| status +\| +200 \| +ok, 66\.0 per minute \|$/);
    expect(lines[3]).toMatch(/^\| sign in \| +- \| +NOT, KeyError \|$/);
  });
});
