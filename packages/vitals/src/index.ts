// SPDX-License-Identifier: Apache-2.0
export { analyse } from './analysis/analyse.ts';
export type { Analysis, AnalysisOptions, PulseEvidence } from './analysis/types.ts';
export { joinChunks } from './frames/join.ts';
export { recordingOf } from './frames/recording.ts';
export { estimatePulse } from './pulse/estimate.ts';
export { readWaveform, type WaveformReading } from './waveform.ts';
