// SPDX-License-Identifier: Apache-2.0
import type { ChannelCode } from '@perfuse/contract/results/channels';
import { originOf } from '../../../../metrics/origin.ts';
import type { ExportedValue } from '../exported-values.ts';
import { methodText, type ExportTexts } from '../export-texts.ts';
import { absentCodeOf } from './absent-reason.ts';
import {
  absent,
  ABSENT_ELEMENT,
  categoryOf,
  codingsOf,
  ORIGIN_CODINGS,
  SIGNAL_QUALITY,
  UCUM,
  UCUM_UNITS,
  UNCERTAINTY,
} from './codes.ts';
import type { Meta, Observation, Quantity } from './resources.ts';

export interface ObservationFrame {
  readonly id: string;
  readonly meta: Meta;
  /** The device and other observations, by their `fullUrl`. */
  readonly device: string;
  readonly derivedFrom: readonly string[];
  /** ISO 8601. */
  readonly at: string;
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

function quantity(value: number, unit: string, code: string, uncertainty?: number): Quantity {
  return {
    extension:
      uncertainty === undefined
        ? undefined
        : [{ url: UNCERTAINTY, valueDecimal: rounded(uncertainty) }],
    value: rounded(value),
    // The standard forbids an empty unit; a quantity without a unit text uses the UCUM code.
    unit: unit === '' ? code : unit,
    system: UCUM,
    code,
  };
}

/** The channels that a number is computed from: its `derivedFrom`. */
export const DERIVED_FROM: Partial<Record<ChannelCode, readonly ChannelCode[]>> = {
  BP_RPP: ['HR_BPM', 'BP_SYSTOLIC'],
  HEALTH_SCORE: ['HR_BPM', 'BMI_CALC'],
};

/** The device that took a value, and when. Neither is known for a typed value, which the standard can express. */
const takenBy = (
  { code, channel }: ExportedValue,
  { at, device }: ObservationFrame,
): Pick<Observation, 'effectiveDateTime' | '_effectiveDateTime' | 'device'> =>
  originOf(code, channel) === 'entered'
    ? { _effectiveDateTime: { extension: [{ url: ABSENT_ELEMENT, valueCode: 'unknown' }] } }
    : { effectiveDateTime: at, device: { reference: device } };

/**
 * One value as an Observation: preliminary, for investigational use, with its method, its uncertainty or why it is
 * absent.
 */
export function observationOf(
  value: ExportedValue,
  words: ExportTexts,
  frame: ObservationFrame,
): Observation {
  const { code, channel } = value;
  const { value: amount, uncertainty, quality, kind, source } = channel;
  const reason = words.reason(value);
  const unit = UCUM_UNITS[code];
  return {
    resourceType: 'Observation',
    id: frame.id,
    meta: frame.meta,
    language: words.language,
    status: 'preliminary',
    category: [{ coding: [categoryOf(code, kind, source)] }],
    code: { coding: codingsOf(code, source), text: words.name(value) },
    ...takenBy(value, frame),
    issued: frame.at,
    ...(amount === null
      ? {
          dataAbsentReason: {
            coding: [absent(absentCodeOf(channel.reason))],
            ...(reason === '' ? {} : { text: reason }),
          },
        }
      : { valueQuantity: quantity(amount, words.unit(value), unit, uncertainty) }),
    note: [words.notice, words.estimate(value), words.moved(value), amount === null ? '' : reason]
      .filter((text) => text !== '')
      .map((text) => ({ text })),
    method: {
      coding: [ORIGIN_CODINGS[amount === null ? 'missing' : originOf(code, channel)]],
      text: [words.kind(value), methodText(source) || source]
        .filter((part) => part !== '')
        .join('. '),
    },
    ...(frame.derivedFrom.length === 0
      ? {}
      : { derivedFrom: frame.derivedFrom.map((reference) => ({ reference })) }),
    ...(amount === null || quality === undefined
      ? {}
      : {
          component: [
            {
              code: { coding: [SIGNAL_QUALITY] },
              valueQuantity: quantity(100 * quality, '%', '%'),
            },
          ],
        }),
  };
}
