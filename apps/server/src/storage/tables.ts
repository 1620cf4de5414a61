// SPDX-License-Identifier: Apache-2.0
/**
 * Columns as both dialects hold them: ids and JSON as text, times in integer milliseconds since 1970, truth values as
 * 0 or 1, bytes as blob. Everything read is parsed by the repository that reads it.
 */
export interface Tables {
  readonly organisations: OrganisationTable;
  readonly studies: StudyTable;
  readonly licences: LicenceTable;
  readonly installations: InstallationTable;
  readonly configurations: ConfigurationTable;
  readonly devices: DeviceTable;
  readonly token_families: TokenFamilyTable;
  readonly refresh_tokens: RefreshTokenTable;
  readonly profiles: ProfileTable;
  readonly measurements: MeasurementTable;
  readonly chunks: ChunkTable;
  readonly results: ResultTable;
}

interface OrganisationTable {
  id: string;
  name: string;
  created_at: number;
}

interface StudyTable {
  id: string;
  organisation_id: string;
  name: string;
  description: string;
  status: string;
  created_at: number;
  updated_at: number;
}

interface LicenceTable {
  id: string;
  organisation_id: string;
  /** SHA-256 of the key, hex; keys are random, so a plain hash is enough. */
  key_hash: string;
  kind: string;
  active: number;
  created_at: number;
}

/** One row: what the installation itself uses for guests of the consumer edition. */
interface InstallationTable {
  id: string;
  organisation_id: string;
  study_id: string;
  guest_licence_id: string;
}

/** What a link of the enterprise edition names. */
interface ConfigurationTable {
  id: string;
  organisation_id: string;
  study_id: string;
  access_code: string;
  created_at: number;
}

interface DeviceTable {
  id: string;
  organisation_id: string;
  licence_id: string;
  type: string;
  name: string;
  identifier: string;
  version: string;
  created_at: number;
}

/** A chain of renewed token pairs of one device. */
interface TokenFamilyTable {
  id: string;
  device_id: string;
  organisation_id: string;
  /** Counts the renewals; only tokens of the present one are valid. */
  generation: number;
  revoked: number;
  access_lifetime_s: number;
  expires_at: number;
}

interface RefreshTokenTable {
  /** SHA-256 of the token, hex. */
  hash: string;
  family_id: string;
  used: number;
  expires_at: number;
}

interface ProfileTable {
  id: string;
  organisation_id: string;
  device_id: string;
  name: string;
  email: string;
  status: string;
  created_at: number;
  updated_at: number;
}

interface MeasurementTable {
  id: string;
  organisation_id: string;
  device_id: string;
  study_id: string;
  profile_id: string | null;
  partner_id: string;
  mode: string;
  resolution: number;
  status: string;
  data_bytes: number;
  /** Filmed time received, ms, counting what a fresh start dropped. */
  received_ms: number;
  created_at: number;
  updated_at: number;
  completed_at: number | null;
}

interface ChunkTable {
  measurement_id: string;
  /** 0-based place in the measurement. */
  position: number;
  /** SHA-256 of the payload, hex: tells a repeated chunk from a different one. */
  digest: string;
  payload: Uint8Array;
  /** Capture times of the first and last frame, ms on the camera's clock. */
  first_ms: number;
  last_ms: number;
  /** 1 when the chunk closes its measurement. */
  is_last: number;
  /** `pending`, `ignored` or `answered`. */
  state: string;
  /** Analyses begun; a chunk that keeps killing the process is given up. */
  tries: number;
  received_at: number;
}

interface ResultTable {
  measurement_id: string;
  position: number;
  id: string;
  /** Digest of the chunk it answers. */
  digest: string;
  is_final: number;
  status: string;
  /** JSON of the channels as sent. */
  channels: string;
  /** JSON of the error object as sent; its code is OK when the analysis ran. */
  error: string;
  created_at: number;
}
