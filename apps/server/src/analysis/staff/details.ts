// SPDX-License-Identifier: Apache-2.0
import type { UserDetails } from '../../storage/repositories/users.ts';

/** What people say of themselves, as clients name it. */
export interface WireDetails {
  readonly Gender?: string | undefined;
  readonly DateOfBirth?: string | undefined;
  readonly HeightCm?: string | undefined;
  readonly WeightKg?: string | undefined;
}

/** What is there with what is newly said; what is not named stays. */
export const mergeDetails = (known: UserDetails, told: WireDetails): UserDetails => ({
  gender: told.Gender?.toLowerCase() ?? known.gender,
  dateOfBirth: told.DateOfBirth ?? known.dateOfBirth,
  heightCm: told.HeightCm ?? known.heightCm,
  weightKg: told.WeightKg ?? known.weightKg,
});

export const newDetails = (told: WireDetails): UserDetails =>
  mergeDetails({ gender: '', dateOfBirth: '', heightCm: '', weightKg: '' }, told);
