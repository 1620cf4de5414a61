// SPDX-License-Identifier: Apache-2.0
import { CHANNELS, isChannelCode } from '@perfuse/contract/results/channels';
import { decodeNotes } from '@perfuse/contract/results/notes';
import type { ListedMeasurement, MeasurementRow, ResultRow } from '../../measurements/index.ts';
import { REGION } from '../../../platform/config/about.ts';
import { inSeconds } from './in-seconds.ts';

type Channels = ResultRow['channels'];

function describeSignals(channels: Channels) {
  const names: Record<string, string> = {};
  const units: Record<string, string> = {};
  const config: Record<string, { category: string }> = {};
  for (const [code, data] of Object.entries(channels)) {
    names[code] = data.Channel;
    units[code] = isChannelCode(code) ? CHANNELS[code].unit : '';
    config[code] = { category: decodeNotes(data.Data[0] ?? null, data.Notes ?? []).kind };
  }
  return {
    SignalNames: names,
    SignalUnits: units,
    SignalDescriptions: { ...names },
    SignalConfig: config,
  };
}

const common = (row: MeasurementRow) =>
  inSeconds({
    ID: row.id,
    StudyID: row.study_id,
    StatusID: row.status,
    PartnerID: row.partner_id,
    UserID: row.user_id ?? '',
    UserProfileID: row.profile_id ?? '',
    DeviceID: row.device_id,
    Mode: row.mode,
    Created: row.created_at,
    Updated: row.updated_at,
  });

/** A measurement as clients retrieve it; its channels are present once it is complete. */
export function toMeasurement(row: MeasurementRow, channels: Channels) {
  return {
    ...common(row),
    OrganizationID: row.organisation_id,
    Resolution: row.resolution,
    Region: REGION,
    DataSizeBytes: row.data_bytes,
    Results: Object.fromEntries(Object.entries(channels).map(([code, data]) => [code, [data]])),
    ...describeSignals(channels),
  };
}

export const toListed = (row: ListedMeasurement, total: number) => ({
  ...common(row),
  UserProfileName: row.profile_name ?? '',
  DeviceVersion: row.device_version,
  TotalCount: total,
});
