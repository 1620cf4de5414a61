// SPDX-License-Identifier: Apache-2.0
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { encodeEvidence } from '@perfuse/contract/results/evidence-codec';
import { encodeChannels } from '@perfuse/contract/results/message';
import { phantomChunks } from '@perfuse/phantom';
import { describe, expect, it } from 'vitest';
import { MeasurementAnalysis } from './measurement-analysis.ts';
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

  it('gives the same bytes whatever was analysed before it', () => {
    const answersOf = (chunks: readonly Uint8Array[], between: () => void): string => {
      const analysis = new PayloadAnalysis();
      const answers = chunks.map((payload, at) => {
        analysis.add(payload);
        between();
        return analysis.answer(at < chunks.length - 1);
      });
      return JSON.stringify(answers);
    };
    const alone = answersOf(payloads, () => undefined);
    const other = new PayloadAnalysis();
    for (const payload of phantomChunks({ bpm: 97, snr: 3 }).map(encodeChunk)) other.add(payload);
    expect(answersOf(payloads, () => void other.answer(false))).toBe(alone);
  });

  it('gives the bytes of an analysis whose series have memory of their own', () => {
    const own = new MeasurementAnalysis();
    const shared = new PayloadAnalysis();
    for (const chunk of phantomChunks({ bpm: 72, snr: 14 })) own.add(chunk);
    for (const payload of payloads) shared.add(payload);
    const { channels, evidence } = own.read({ live: false, evidence: true });
    if (evidence === undefined) throw new Error('The final result has no evidence.');
    const expected = { ...encodeChannels(channels), ...encodeEvidence(evidence) };
    expect(JSON.stringify(shared.answer(false))).toBe(JSON.stringify(expected));
  });

  it('refuses bytes that are not a payload', () => {
    expect(() => new PayloadAnalysis().add(new Uint8Array(9))).toThrow(/payload/);
  });
});
