// SPDX-License-Identifier: Apache-2.0
import type { ChannelCode } from '@perfuse/contract/results/channels';
import { BUILD } from './build.ts';

interface Quirk<T> {
  /** What we do. */
  readonly corrected: T;
  /** What the specification's letter says. */
  readonly literal: T;
  /** Why we depart from it. */
  readonly reason: string;
}

const quirk = <const T>(entry: Quirk<T>): Quirk<T> => entry;

/** Every place where the app departs from the specification's letter; `PERFUSE_QUIRKS=literal` restores them all. */
export const QUIRKS = {
  waistToHeightUnit: quirk<'percent' | 'cm2'>({
    corrected: 'percent',
    literal: 'cm2',
    reason: 'The value is a percentage; square centimetres are wrong.',
  }),
  triglyceridesRiskChannel: quirk<ChannelCode>({
    corrected: 'TG_RISK_PROB',
    literal: 'DBT_RISK_PROB',
    reason: "Showing one disease's risk under another's name endangers people.",
  }),
  cholesterolRiskChannel: quirk<ChannelCode>({
    corrected: 'HDLTC_RISK_PROB',
    literal: 'TG_RISK_PROB',
    reason: "Showing one disease's risk under another's name endangers people.",
  }),
  diabetesRiskChannel: quirk<ChannelCode>({
    corrected: 'DBT_RISK_PROB',
    literal: 'HDLTC_RISK_PROB',
    reason: "Showing one disease's risk under another's name endangers people.",
  }),
};

/** The value that this build uses; the only reader of the setting. */
export const quirkValue = <T>(entry: Quirk<T>): T => entry[BUILD.quirks];
