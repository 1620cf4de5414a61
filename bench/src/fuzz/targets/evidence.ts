// SPDX-License-Identifier: Apache-2.0
/** The parts of a result that the browser parses: the message, its channels, the notes and the evidence. */
import { decodeChannels, resultMessageSchema } from '@perfuse/contract/results/message';
import { decodeEvidence, encodeEvidence } from '@perfuse/contract/results/evidence-codec';
import { EVIDENCE_LIMITS, evidenceSchema } from '@perfuse/contract/results/evidence';
import { readLaunchFailure } from '@perfuse/contract/launch/failure';
import analyseTask from '@perfuse/server/internal/modules/analysis/worker';
import { jsonBytes, jsonOf, textOf } from '../engine/bytes.ts';
import { assertThat } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';
import { pulseChunks, wholeTask } from './chunks.ts';

export function openEvidence(): Promise<Target> {
  const { channels } = analyseTask(wholeTask(pulseChunks(), 'final'));
  if (channels === null) throw new Error('The worker lacks chunks that it was given.');
  const small = {
    MeasurementID: 'm',
    MeasurementDataID: 'm:5',
    MeasurementResultID: 'r',
    StatusID: 'COMPLETE',
    Multiplier: 1,
    Error: { Code: 'OK' },
  };
  const evidence = {
    withheld: null,
    wave: { rateHz: 10, samples: [0, 1, null, -1] },
    beatsMs: [100, 900, 1700],
    intervals: ['counted', 'irregular'] as const,
    spectrum: { fromHz: 0.5, stepHz: 0.1, power: [0.1, 1], peakHz: 1, lineHz: 0.1, harmonicHz: 2 },
    methods: [{ id: 'pos', rate: 60, snrDb: 3, weight: 1 }],
  };
  const few = Object.fromEntries(Object.entries(channels).slice(0, 4));
  return Promise.resolve({
    seeds: [
      jsonBytes({
        ...small,
        Channels: { ...few, ...encodeEvidence(evidenceSchema.parse(evidence)) },
      }),
      jsonBytes({ ...small, Channels: few }),
      jsonBytes({ Code: 'RATE_LIMIT', Message: 'x', Errors: { body: [['VALUES', ['a']]] } }),
    ],
    words: [...Object.keys(channels), 'Data', 'Multiplier', 'Notes', 'rate=', 'reason=', 'method='],
    run: (input) => {
      const value = jsonOf(textOf(input));
      readLaunchFailure(value);
      const message = resultMessageSchema.safeParse(value);
      if (!message.success) return;
      const values = decodeChannels(message.data);
      assertThat(Object.keys(values).length < 200, 'only known channels are kept');
      const read = decodeEvidence(message.data.Channels);
      if (read === null) return;
      assertThat(read.wave.samples.length <= EVIDENCE_LIMITS.maxSamples, 'evidence is bounded');
      const again = decodeEvidence(encodeEvidence(read));
      assertThat(
        again === null || evidenceSchema.safeParse(again).success,
        'evidence stays evidence',
      );
    },
  });
}
