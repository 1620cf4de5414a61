// SPDX-License-Identifier: Apache-2.0
/** The people of the demo organisation. None of them exists; `.example` is a domain that nobody can own. */
import type { Demographics } from '@perfuse/contract/person/demographics';

export interface MadeUpPerson {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** As `1990-12-31`. */
  readonly dateOfBirth: string;
  /** Without the age, which is calculated for each measurement. */
  readonly demographics: Omit<Demographics, 'ageYears'> & {
    readonly heightCm: number;
    readonly weightKg: number;
  };
  /** Resting heart rate in the first and in the last measurement, beats per minute. */
  readonly heartRate: readonly [first: number, last: number];
  /** Breaths per minute. */
  readonly breaths: number;
  /** Standard deviation of the beat intervals, ms. */
  readonly sdnn: number;
}

export const MADE_UP_PEOPLE: readonly MadeUpPerson[] = [
  {
    email: 'mara.keller@demo-clinic.example',
    firstName: 'Mara',
    lastName: 'Keller',
    dateOfBirth: '1987-05-21',
    demographics: {
      sex: 'female',
      heightCm: 168,
      weightKg: 63,
      smoker: false,
      diabetes: 'none',
      hypertension: false,
      bloodPressureMedication: false,
    },
    heartRate: [74, 63],
    breaths: 14,
    sdnn: 48,
  },
  {
    email: 'tomas.oliveira@demo-clinic.example',
    firstName: 'Tomas',
    lastName: 'Oliveira',
    dateOfBirth: '1961-11-02',
    demographics: {
      sex: 'male',
      heightCm: 176,
      weightKg: 91,
      smoker: true,
      diabetes: 'type2',
      hypertension: true,
      bloodPressureMedication: true,
    },
    heartRate: [84, 76],
    breaths: 17,
    sdnn: 26,
  },
  {
    email: 'aiko.tanaka@demo-clinic.example',
    firstName: 'Aiko',
    lastName: 'Tanaka',
    dateOfBirth: '1999-02-08',
    demographics: {
      sex: 'female',
      heightCm: 160,
      weightKg: 55,
      smoker: false,
      diabetes: 'none',
      hypertension: false,
      bloodPressureMedication: false,
    },
    heartRate: [62, 60],
    breaths: 13,
    sdnn: 62,
  },
];

/** Measurements per person, and the days over which they are spread, up to yesterday. */
export const DEMO_COURSE = { measurements: 12, days: 42 } as const;
