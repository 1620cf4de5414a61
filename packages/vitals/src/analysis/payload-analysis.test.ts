// SPDX-License-Identifier: Apache-2.0
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { phantomChunks } from '@perfuse/phantom';
import { describe, expect, it } from 'vitest';
import { PayloadAnalysis } from './payload-analysis.ts';

describe('a measurement from payloads', () => {
  const payloads = phantomChunks({ bpm: 72, snr: 14 }).map(encodeChunk);

  it('gives rate and signal while filming, and everything at the end', () => {
    const analysis = new PayloadAnalysis();
    const answers = payloads.map((payload, at) => {
      analysis.add(payload);
      return analysis.answer(at < payloads.length - 1);
    });
    expect(Object.keys(answers[3] ?? {}).sort()).toEqual(['HR_BPM', 'SNR']);
    const final = answers.at(-1) ?? {};
    expect(final['EVIDENCE_WAVE']?.Data.length).toBeGreaterThan(500);
    expect(Math.abs((final['HR_BPM']?.Data[0] ?? 0) / 10_000 - 72)).toBeLessThan(2);
  });

  it('gives the same bytes when resumed in the middle', () => {
    const whole = new PayloadAnalysis();
    for (const payload of payloads.slice(0, 3)) whole.add(payload);
    const shown = whole.answer(true)['HR_BPM']?.Data[0] ?? 0;
    const later = new PayloadAnalysis({ previousHeartRate: shown / 10_000 });
    for (const payload of payloads.slice(0, 4)) later.add(payload);
    whole.add(payloads[3] ?? new Uint8Array());
    expect(JSON.stringify(later.answer(true))).toBe(JSON.stringify(whole.answer(true)));
  });

  it('refuses bytes that are not a payload', () => {
    expect(() => new PayloadAnalysis().add(new Uint8Array(9))).toThrow(/payload/);
  });
});
