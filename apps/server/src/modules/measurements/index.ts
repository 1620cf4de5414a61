// SPDX-License-Identifier: Apache-2.0
/** What other modules may use of this one. */
export type { FinishedMeasurement } from './finished-measurements.ts';
export type { HistoryRepository, HistoryRow, KeptRows } from './history-repository.ts';
export {
  deleteMeasurements,
  measurementsOf,
  type MeasurementPredicate,
} from './measurement-deletion.ts';
export {
  SORTABLE,
  type ListedMeasurement,
  type MeasurementFilter,
  type MeasurementRepository,
  type MeasurementSelection,
  type Scope,
} from './measurement-repository.ts';
export type { Opening } from './measurement-opening.ts';
export { createMeasurements, type Measurements } from './measurements.ts';
export {
  PROFILES_PER_PERSON,
  SORTABLE_PROFILES,
  type ProfileRepository,
  type ProfileRow,
} from './profile-repository.ts';
export { deleteChunks, type NewResult, type ResultRepository } from './result-repository.ts';
export { measurementRow, type MeasurementRow, type ResultRow, type UsageRow } from './tables.ts';
export { dayOf, incrementUsage, type UsageRepository } from './usage-repository.ts';
