// SPDX-License-Identifier: Apache-2.0
/** Measurements as comma-separated values (RFC 4180), one row each. */
import { csvTable } from '@perfuse/csv';
import { CHANNEL_CODES, isEntered, type ChannelCode } from '@perfuse/contract/results/channels';
import { decodeChannel, MISSING, RESULT_MULTIPLIER } from '@perfuse/contract/results/message';
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
];

const iso = (ms: number): string => new Date(ms).toISOString();

/** A channel's value and kind; both empty when it is missing. */
function channelCells(
  channels: ResultRow['channels'],
  code: ChannelCode,
): readonly [string, string] {
  const data = channels[code];
  if (data === undefined) return ['', ''];
  const channel = decodeChannel(data, RESULT_MULTIPLIER);
  const { value } = channel;
  if (value === null || value === MISSING) return ['', ''];
  return [String(value), isEntered(code, channel) ? 'entered' : channel.kind];
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
  const values = CHANNEL_CODES.flatMap((code) => channelCells(final?.channels ?? {}, code));
  return [...facts, ...values];
}

export const csvFile = (rows: readonly (readonly string[])[]): string =>
  csvTable([HEADER, ...rows]);
