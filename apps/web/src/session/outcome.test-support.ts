// SPDX-License-Identifier: Apache-2.0
import type { MeasurementOutcome } from './measurement-result.ts';

export const OUTCOME: MeasurementOutcome = {
  measurementId: 'm1',
  status: 'measured',
  snr: 6.2,
  stars: 3,
  frames: { seen: 900, dropped: 2, rate: 29.9 },
  channels: { HR_BPM: { value: 66, unit: 'bpm', kind: 'measured', source: 'pos' } },
  finishedAt: 1_790_000_000_000,
};
