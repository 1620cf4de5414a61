// SPDX-License-Identifier: Apache-2.0
export { analyse } from './analysis/analyse.ts';
export {
  MeasurementAnalysis,
  type MeasurementAnalysisOptions,
  type MeasurementReading,
  type ReadOptions,
} from './analysis/measurement-analysis.ts';
export { PayloadAnalysis, type PayloadAnalysisOptions } from './analysis/payload-analysis.ts';
export type { Analysis, AnalysisOptions } from './analysis/types.ts';
export { breathingByChest, type BreathingEstimate } from './breathing/estimate.ts';
export { joinChunks } from './frames/join.ts';
export { ESTIMATED_CHANNELS, estimateChannels } from './models/estimate.ts';
export { resolveRegion } from './models/who-regions.ts';
export { PULSE_METHODS } from './pulse/estimate.ts';
export type { Band, PulseMethod } from './pulse/method.ts';
export { plainHeartRate } from './pulse/plain.ts';
export { readWaveform, type WaveformReading } from './waveform.ts';
