// SPDX-License-Identifier: Apache-2.0
/** Measurements as comma-separated values (RFC 4180), one row each. */
import { csvTable } from '@perfuse/csv';
import {
  CHANNEL_CODES,
  isEntered,
  type ChannelCode,
  type ChannelValue,
} from '@perfuse/contract/results/channels';
import { decodeChannel, MISSING, RESULT_MULTIPLIER } from '@perfuse/contract/results/message';
import { isSignalInvalid } from '@perfuse/contract/results/signal';
import type { ListedMeasurement, ResultRow } from '../../measurements/index.ts';

const FACTS = [
  'ID',
  'Created',
  'Updated',
  'StatusID',
  'StudyID',
  'UserID',
  'UserProfileID',
  'DeviceID',
  'PartnerID',
  'Mode',
] as const;

const HEADER: readonly string[] = [
  ...FACTS,
  ...CHANNEL_CODES.flatMap((code) => [code, `${code}_KIND`]),
  'HR_BPM_REASON',
];

const iso = (ms: number): string => new Date(ms).toISOString();

/** Where a value comes from: `refused` for a code in place of the SNR of a refused recording. */
function originOf(code: ChannelCode, channel: ChannelValue): string {
  const { value, kind } = channel;
  if (code === 'SNR' && value !== null && isSignalInvalid(value)) return 'refused';
  return isEntered(code, channel) ? 'entered' : kind;
}

/** A channel's value and its origin; both empty when it is missing. */
function channelCells(
  channels: ResultRow['channels'],
  code: ChannelCode,
): readonly [string, string] {
  const data = channels[code];
  if (data === undefined) return ['', ''];
  const channel = decodeChannel(data, RESULT_MULTIPLIER);
  const { value } = channel;
  if (value === null || value === MISSING) return ['', ''];
  return [String(value), originOf(code, channel)];
}

/** Why there is no heart rate, or only an uncertain one; empty otherwise. */
function reasonOf({ HR_BPM: data }: ResultRow['channels']): string {
  return data === undefined ? '' : (decodeChannel(data, RESULT_MULTIPLIER).reason ?? '');
}

export function reportRow(row: ListedMeasurement, final: ResultRow | undefined): readonly string[] {
  const facts = [
    row.id,
    iso(row.created_at),
    iso(row.updated_at),
    row.status,
    row.study_id,
    row.user_id ?? '',
    row.profile_id ?? '',
    row.device_id,
    row.partner_id,
    row.mode,
  ];
  const channels = final?.channels ?? {};
  const values = CHANNEL_CODES.flatMap((code) => channelCells(channels, code));
  return [...facts, ...values, reasonOf(channels)];
}

export const csvFile = (rows: readonly (readonly string[])[]): string =>
  csvTable([HEADER, ...rows]);
