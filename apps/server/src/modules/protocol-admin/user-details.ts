// SPDX-License-Identifier: Apache-2.0
import type { UserDetails, UserRow } from '../accounts/index.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { notSupported } from '../analysis/index.ts';

/** @throws ServiceError VALIDATION_ERROR for an e-mail address or a phone number other than the account's. */
export function assertSameNames(
  user: Pick<UserRow, 'email' | 'phone_number'>,
  { Email, PhoneNumber }: { readonly Email?: string; readonly PhoneNumber?: string },
): void {
  const changes = [
    ['Email', Email, user.email],
    ['PhoneNumber', PhoneNumber, user.phone_number],
  ] as const;
  for (const [field, given, known] of changes) {
    if (given === undefined || given === known) continue;
    throw notSupported(field, `${field} cannot be changed here.`);
  }
}

/** Personal details in the field names of the protocol. */
export interface WireDetails {
  readonly Gender?: string;
  readonly DateOfBirth?: string;
  readonly HeightCm?: string;
  readonly WeightKg?: string;
}

/** From UTC to the time zone in which a day begins first, ms. */
const FIRST_ZONE_MS = 14 * 3_600_000;

/**
 * The given details; absent ones are omitted.
 * @param now ms since 1970.
 * @throws ServiceError VALIDATION_ERROR for a date of birth in the future.
 */
export function fromWireDetails(
  { Gender, DateOfBirth, HeightCm, WeightKg }: WireDetails,
  now: number,
): Partial<UserDetails> {
  const today = new Date(now + FIRST_ZONE_MS).toISOString().slice(0, 10);
  if (DateOfBirth !== undefined && DateOfBirth > today) {
    throw new ServiceError('VALIDATION_ERROR', 'DateOfBirth is in the future.', {
      DateOfBirth: [['VALID_PROPERTIES', ['a day that is not in the future']]],
    });
  }
  return {
    ...(Gender !== undefined && { gender: Gender.toLowerCase() }),
    ...(DateOfBirth !== undefined && { dateOfBirth: DateOfBirth }),
    ...(HeightCm !== undefined && { heightCm: HeightCm }),
    ...(WeightKg !== undefined && { weightKg: WeightKg }),
  };
}
