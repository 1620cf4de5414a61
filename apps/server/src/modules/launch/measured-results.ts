// SPDX-License-Identifier: Apache-2.0
import { isDeepStrictEqual } from 'node:util';
import type { FieldErrors } from '@perfuse/contract/field-errors';
import {
  callbackResults,
  callbackResultsSchema,
  type CallbackResults,
  type VerifiedResults,
} from '@perfuse/contract/launch/results';
import { decodeChannels, RESULT_MULTIPLIER } from '@perfuse/contract/results/message';
import { SAMPLE_ID_PREFIX } from '@perfuse/contract/results/outcome';
import { parseUntrusted } from '@perfuse/contract/untrusted';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { invalid } from '../../platform/errors/validation.ts';
import type { Measurements } from '../measurements/index.ts';
import type { LaunchRow } from './tables.ts';

export type MeasuredDeps = Pick<Measurements, 'measurements' | 'results'>;

function parsed(text: string): CallbackResults | null {
  try {
    const read = parseUntrusted(callbackResultsSchema, JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    // Not JSON, so not results.
    return null;
  }
}

/** The results that the page should have sent; null when the launch has finished no such measurement. */
async function foundIn(
  { measurements, results }: MeasuredDeps,
  launch: LaunchRow,
  { measurementId, avgStarRating }: CallbackResults,
): Promise<CallbackResults | null> {
  if (launch.device_id === null) return null;
  const owner = { deviceId: launch.device_id, userId: null };
  const row = await measurements.find(owner, measurementId);
  if (row?.status !== 'COMPLETE' || row.created_at < launch.created_at) return null;
  const final = await results.final(measurementId);
  if (final === null) return null;
  const channels = decodeChannels({ Channels: final.channels, Multiplier: RESULT_MULTIPLIER });
  // The stars average the intermediate results as the page saw them, so the page's value is used.
  return callbackResults(measurementId, channels, avgStarRating);
}

export interface Verified {
  readonly measurement: VerifiedResults['measurement'];
  /**
   * What was verified, serialised by this server: a text can contain more than was parsed, such as a field twice.
   */
  readonly text: string;
}

/**
 * Checks whether results are those of a measurement that the launch made and this installation finished.
 * @param text JSON as sent by the page.
 * @param unreadable the field errors for a text that is not results.
 * @throws ServiceError VALIDATION_ERROR, NOT_OF_THIS_LAUNCH.
 */
export async function verifyResults(
  deps: MeasuredDeps,
  launch: LaunchRow,
  text: string,
  unreadable: FieldErrors,
): Promise<Verified> {
  const given = parsed(text);
  if (given === null) throw invalid(unreadable);
  // Results computed on a device never passed through this service, which may not confirm, encrypt or pass them on.
  if (given.analysedOn === 'device') throw new ServiceError('NOT_OF_THIS_LAUNCH');
  // From a computer-generated face: not the results of a person, even where another service measures.
  if (given.measurementId.startsWith(SAMPLE_ID_PREFIX))
    throw new ServiceError('NOT_OF_THIS_LAUNCH');
  const found = await foundIn(deps, launch, given);
  const verified = JSON.stringify(given);
  if (found !== null && isDeepStrictEqual(given, found)) {
    return { measurement: 'here', text: verified };
  }
  if (found === null && launch.is_elsewhere) return { measurement: 'elsewhere', text: verified };
  throw new ServiceError('NOT_OF_THIS_LAUNCH');
}
