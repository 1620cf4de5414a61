// SPDX-License-Identifier: Apache-2.0
import type { Platform } from '../../platform/platform.ts';
import { FinishedMeasurements } from './finished-measurements.ts';
import { HistoryRepository } from './history-repository.ts';
import { MeasurementRepository } from './measurement-repository.ts';
import { ProfileRepository } from './profile-repository.ts';
import { ResultRepository } from './result-repository.ts';
import { UsageRepository } from './usage-repository.ts';

/** Repositories of measurements, their subjects and their results. */
export interface Measurements {
  readonly measurements: MeasurementRepository;
  readonly profiles: ProfileRepository;
  readonly results: ResultRepository;
  readonly finished: FinishedMeasurements;
  readonly history: HistoryRepository;
  readonly usage: UsageRepository;
}

export const createMeasurements = ({
  database,
  now,
  erased,
}: Pick<Platform, 'database' | 'now' | 'erased'>): Measurements => ({
  measurements: new MeasurementRepository(database, now, erased),
  profiles: new ProfileRepository(database, now, erased),
  results: new ResultRepository(database, now),
  finished: new FinishedMeasurements(database, now),
  history: new HistoryRepository(database, now, erased),
  usage: new UsageRepository(database),
});
