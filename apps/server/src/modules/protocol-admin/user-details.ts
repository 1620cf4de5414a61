// SPDX-License-Identifier: Apache-2.0
import type { UserDetails, UserRow } from '../accounts/index.ts';
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

/** The given details; absent ones are omitted. */
export const fromWireDetails = ({
  Gender,
  DateOfBirth,
  HeightCm,
  WeightKg,
}: WireDetails): Partial<UserDetails> => ({
  ...(Gender !== undefined && { gender: Gender.toLowerCase() }),
  ...(DateOfBirth !== undefined && { dateOfBirth: DateOfBirth }),
  ...(HeightCm !== undefined && { heightCm: HeightCm }),
  ...(WeightKg !== undefined && { weightKg: WeightKg }),
});
