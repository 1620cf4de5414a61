// SPDX-License-Identifier: Apache-2.0
import type { UserDetails } from '../accounts/index.ts';

/** What people say of themselves, as clients name it. */
export interface WireDetails {
  readonly Gender?: string;
  readonly DateOfBirth?: string;
  readonly HeightCm?: string;
  readonly WeightKg?: string;
}

/** What is said; what is not named is left out. */
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
