// SPDX-License-Identifier: Apache-2.0
/** Bodies of the DeepAffex REST and websocket calls, in the protocol's PascalCase. */
import { z } from '../schema.ts';
import { channelDataSchema } from '../results/message.ts';
import { readMoment, type Moment } from './moments.ts';

export const idSchema = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[\w-]+$/));
export const shortText = z.string().check(z.maxLength(200));
const tokenText = z.string().check(z.minLength(1), z.maxLength(4096));

/** An optional field: '' and null count as absent, because the Python client sends every field that it knows. */
export const unlessEmpty = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value: z.output<T> | null) =>
        // Proven: the remaining value is neither.
        value === '' || value === null ? undefined : (value as Exclude<z.output<T>, '' | null>),
      ),
    ),
  );

/**
 * As unlessEmpty, for a schema that does not accept ''. @param words the error message, instead of the schema's own
 * rule.
 */
export const orEmpty = <T extends z.ZodMiniType>(schema: T, words?: string) =>
  unlessEmpty(z.union([z.literal(''), schema], words));

/** A text of a change: '' leaves it unchanged, because clients send '' for unset fields; null empties it. */
export const changedText = (schema: z.ZodMiniType<string>) =>
  z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((text: string | null) => (text === null ? '' : text === '' ? undefined : text)),
    ),
  );

/** Optional lifetime of a token in seconds: a number, or its digits, as in the npm client's types. */
export const lifetime = (least: number, most: number) => {
  const seconds = z.int().check(z.minimum(least), z.maximum(most));
  const digits = z.string().check(z.regex(/^\d{1,9}$/));
  return orEmpty(
    z.union([seconds, z.pipe(z.pipe(digits, z.transform(Number)), seconds)]),
    `whole seconds from ${String(least)} to ${String(most)}`,
  );
};
/** Lifetime of a device's tokens. */
const lifetimeS = lifetime(1, 31_536_000);

export const ACTION_NAMES = [
  'FIRST::PROCESS',
  'CHUNK::PROCESS',
  'LAST::PROCESS',
  'FIRST::IGNORE',
  'CHUNK::IGNORE',
  'LAST::IGNORE',
] as const;

export const MEASUREMENT_STATUSES = [
  'CAPTURING',
  'PROCESSING',
  'COMPLETE',
  'ERROR',
  'INCOMPLETE',
] as const;
export type MeasurementStatus = (typeof MEASUREMENT_STATUSES)[number];

export const DEVICE_TYPES = [
  'IPHONE',
  'IPAD',
  'DARWIN',
  'ANDROID_PHONE',
  'ANDROID_TABLET',
  'WINDOWS',
  'WIN32',
  'WINDOWS_TABLET',
  'LINUX',
  'DEBIAN',
  'WEB',
] as const;

export const statusSchema = z.object({
  StatusID: z.enum(['ACTIVE', 'MAINTENANCE', 'ERROR', 'LATENCY']),
  Version: z.string(),
  Region: z.string(),
  AllowAnonymous: z.boolean(),
});

export const registerLicenseBody = z.object({
  Key: z.string().check(z.minLength(1), z.maxLength(200)),
  DeviceTypeID: z.enum(DEVICE_TYPES),
  Name: shortText,
  Identifier: shortText,
  Version: z.string().check(z.maxLength(20)),
  TokenExpiresIn: lifetimeS,
  RefreshTokenExpiresIn: lifetimeS,
  TokenSubject: unlessEmpty(shortText),
});
export const registerLicenseAnswer = z.object({
  DeviceID: z.string(),
  Token: z.string(),
  RefreshToken: z.string(),
  RoleID: z.string(),
  UserID: z.string(),
});

export const tokenPairSchema = z.object({ Token: tokenText, RefreshToken: tokenText });
export const renewBody = z.object({
  Token: tokenText,
  RefreshToken: tokenText,
  RefreshTokenExpiresIn: lifetimeS,
});
export const generateTokenBody = z.object({
  Token: tokenText,
  RefreshToken: tokenText,
  expiryInSec: lifetimeS,
});
export const tokenAnswer = z.object({ Token: tokenText });
export const tokenInfoSchema = z.object({
  ActiveLicense: z.boolean(),
  DeviceID: z.string(),
  ID: z.string(),
  OrganizationID: z.string(),
  Region: z.string(),
  RemainingMeasurement: z.nullable(z.int()),
  RoleID: z.string(),
  /** Generation of the token in its renewal chain, 1-based. */
  SessionGen: z.int(),
  /** `device`, `user` or `organisation`. */
  Type: z.string(),
  exp: z.int(),
  iat: z.int(),
  iss: z.string(),
});

export const successSchema = z.object({ success: z.boolean() });
export const idAnswer = z.object({ ID: z.string() });
export const idParams = z.object({ id: idSchema });

const filterOf = (read: (text: string) => string) =>
  z.optional(
    z.pipe(
      z.nullable(shortText),
      z.transform((text: string | null) => (text === null || text === '' ? undefined : read(text))),
    ),
  );
/** List filters arrive as query texts; '' counts as absent (the Python client sends it). */
export const filter = filterOf((text) => text);
/** Filter by a status or a role, in any case. */
export const codeFilter = filterOf((text) => text.toUpperCase());
/** Filter by an e-mail address; the npm client does not escape its `+`, which then arrives as a blank. */
export const emailFilter = filterOf((text) => text.trim().replaceAll(' ', '+').toLowerCase());
/** Sort order of a list; each list defines its keys. */
export const sorting = { SortBy: filter, SortOrder: filter };
export const whole = (fallback: number, maximum: number) =>
  z.pipe(
    z._default(z.string(), ''),
    z.pipe(
      // For a limit, '' and 0 mean the default: a client sends 0 where its caller set none.
      z.transform((text: string) => {
        if (text === '' || text === '0') return fallback;
        return /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
      }),
      z.int().check(z.minimum(0), z.maximum(maximum)),
    ),
  );
/** An optional id; the Python client sends '' instead. */
const optionalId = orEmpty(idSchema);
const dateText = (end: keyof Moment) =>
  z.optional(
    z.pipe(
      z
        .nullable(shortText)
        .check(
          z.refine(
            (text: string | null) => !text || readMoment(text) !== null,
            'an ISO day or time, or milliseconds since 1970',
          ),
        ),
      z.transform((text: string | null) => (text ? readMoment(text)?.[end] : undefined)),
    ),
  );
/** ISO day or time, UTC unless it has a zone, or milliseconds since 1970. */
export const dateFilter = dateText('first');
/** The same as an end, up to the last millisecond of the given time: a day includes all of it. */
export const endDateFilter = dateText('last');

export const profileBody = z.object({ Name: shortText, Email: shortText });
export const profileSchema = z.object({
  ID: z.string(),
  Name: z.string(),
  Email: z.string(),
  Status: z.string(),
  MeasurementCount: z.int(),
  Created: z.int(),
  Updated: z.int(),
});
export const PROFILE_STATUSES = ['ACTIVE', 'INACTIVE'] as const;
export const profileUpdateBody = z.object({
  Name: changedText(shortText),
  Email: changedText(shortText),
  Status: unlessEmpty(z.enum([...PROFILE_STATUSES, ''])),
});
export const profileListQuery = z.object({
  UserProfileName: filter,
  Status: codeFilter,
  /** E-mail address of the account that owns the profile. */
  OwnerUser: emailFilter,
  Date: dateFilter,
  EndDate: endDateFilter,
  ...sorting,
  Limit: whole(25, 1000),
  Offset: whole(0, 1_000_000_000),
});
export const profileRow = z.extend(profileSchema, {
  OwnerUserEmail: z.string(),
  TotalCount: z.int(),
});

export const studySchema = z.object({
  ID: z.string(),
  Name: z.string(),
  Description: z.string(),
  StatusID: z.string(),
  StudyTemplateID: z.string(),
  StudyTemplateName: z.string(),
  /** For staff those of all people, for others their own. */
  Measurements: z.int(),
  Participants: z.int(),
  Signals: z.array(z.string()),
  /** What the organisation sends its clients: short texts by name. */
  Config: z.record(z.string(), z.string()),
  Created: z.int(),
  Updated: z.int(),
});
export const studyListQuery = z.object({
  StatusID: codeFilter,
  /** The older clients' name for it. */
  Status: codeFilter,
  Name: filter,
  Date: dateFilter,
  EndDate: endDateFilter,
  ...sorting,
  Limit: whole(25, 1000),
  Offset: whole(0, 1_000_000_000),
});
export const studyRow = z.extend(studySchema, { TotalCount: z.int() });

export const sdkConfigBody = z.object({
  StudyID: idSchema,
  SDKID: unlessEmpty(shortText),
  /** Hash of the client's copy; empty or absent on the first call. */
  MD5Hash: unlessEmpty(z.string().check(z.maxLength(64))),
});
export const sdkConfigHashAnswer = z.object({ MD5Hash: z.string() });
export const sdkConfigAnswer = z.object({
  MD5Hash: z.string(),
  /** Base64 of {@link sdkConfigFileSchema} as JSON. */
  ConfigFile: z.string(),
});
/** Fields of `ConfigFile` that our own app reads: how to capture for this study. */
export const sdkConfigFileSchema = z.object({
  payloadVersion: z.int(),
  durationS: z.number(),
  chunkS: z.number(),
  chunkCount: z.int(),
});

export const createMeasurementBody = z.object({
  StudyID: idSchema,
  /** 0: one value per signal. 100, the default: all values. */
  Resolution: unlessEmpty(z.literal([0, 100, ''])),
  UserProfileID: optionalId,
  PartnerID: unlessEmpty(shortText),
  Mode: unlessEmpty(shortText),
});

export const dataBody = z.object({
  Action: z.enum(ACTION_NAMES),
  /** Base64 of the payload. Its length is checked separately: a schema's maxLength walks the whole text. */
  Payload: z.string(),
  ChunkOrder: orEmpty(z.int()),
  StartTime: orEmpty(z.number()),
  EndTime: orEmpty(z.number()),
  Duration: orEmpty(z.number()),
  Meta: unlessEmpty(z.string()),
});
export type DataBody = z.infer<typeof dataBody>;
/** `ID` is `measurementId:chunkIndex`. */
export const dataAnswer = z.object({ ID: z.string(), ChunkOrder: z.int() });

export const measurementSchema = z.object({
  ID: z.string(),
  StudyID: z.string(),
  StatusID: z.enum(MEASUREMENT_STATUSES),
  UserID: z.string(),
  UserProfileID: z.string(),
  DeviceID: z.string(),
  OrganizationID: z.string(),
  PartnerID: z.string(),
  Resolution: z.int(),
  Mode: z.string(),
  Region: z.string(),
  Created: z.int(),
  Updated: z.int(),
  DataSizeBytes: z.int(),
  Results: z.record(z.string(), z.array(channelDataSchema)),
  SignalNames: z.record(z.string(), z.string()),
  SignalUnits: z.record(z.string(), z.string()),
  SignalDescriptions: z.record(z.string(), z.string()),
  SignalConfig: z.record(z.string(), z.object({ category: z.string() })),
});
export const measurementListQuery = z.object({
  Date: dateFilter,
  EndDate: endDateFilter,
  UserProfileID: filter,
  UserProfileName: filter,
  StudyID: filter,
  StatusID: codeFilter,
  PartnerID: filter,
  Mode: filter,
  DeviceID: filter,
  /** E-mail address of the account, by both field names that clients use. */
  UserName: emailFilter,
  Username: emailFilter,
  Region: filter,
  ...sorting,
  Limit: whole(50, 1000),
  Offset: whole(0, 1_000_000_000),
});
export const measurementRow = z.object({
  ID: z.string(),
  /** The `PartnerID` that the measuring client sent. */
  PartnerID: z.string(),
  UserID: z.string(),
  UserProfileID: z.string(),
  UserProfileName: z.string(),
  DeviceID: z.string(),
  StudyID: z.string(),
  StatusID: z.enum(MEASUREMENT_STATUSES),
  DeviceVersion: z.string(),
  Mode: z.string(),
  Created: z.int(),
  Updated: z.int(),
  TotalCount: z.int(),
});
export const measurementQuery = z.object({ ExpandResults: z.optional(z.string()) });

/** Websocket bodies. */
export const loginWithTokenBody = z.object({ Token: tokenText });
const measurementParams = z.object({ ID: idSchema });
export const subscribeBody = z.object({
  Params: measurementParams,
  /** Results carry it, padded with blanks to ten characters. */
  RequestID: z.string().check(z.regex(/^(?=.*[\x21-\x7e])[\x20-\x7e]{1,10}$/)),
});
export const dataFrameBody = z.extend(dataBody, { Params: measurementParams });
