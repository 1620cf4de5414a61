// SPDX-License-Identifier: Apache-2.0
/** Bodies of the requests of an organisation's staff to the analysis service. */
import { orgAddressesSchema, orgEmailSchema } from '../account/organisation.ts';
import { passwordPolicySchema } from '../account/password.ts';
import { emailSchema, orgIdentifierSchema } from '../account/identity.ts';
import { ROLES } from '../account/roles.ts';
import { userAccountSchema } from '../account/session.ts';
import { mfaToken } from '../account/sign-in.ts';
import { z } from '../schema.ts';
import { visible } from '../words.ts';
import { userDetailChanges, userDetailFields, userNames } from './person-schemas.ts';
import {
  changedText,
  codeFilter,
  DEVICE_TYPES,
  dateFilter,
  emailFilter,
  endDateFilter,
  filter,
  idSchema,
  lifetime,
  measurementListQuery,
  measurementRow,
  orEmpty,
  profileSchema,
  shortText,
  sorting,
  unlessEmpty,
  whole,
} from './schemas.ts';

/** Maximum number of rows per response. */
const MAX_ROWS = 1000;
const page = { Limit: whole(25, MAX_ROWS), Offset: whole(0, 1_000_000_000) };
const period = { Date: dateFilter, EndDate: endDateFilter };

export const organisationLoginBody = z.object({
  Email: emailSchema,
  Password: z.string().check(z.minLength(1), z.maxLength(512)),
  /** Short name of the organisation. */
  Identifier: orgIdentifierSchema,
  MFAToken: mfaToken,
  TokenExpiresIn: lifetime(60, 31_536_000),
  RefreshTokenExpiresIn: lifetime(60, 31_536_000),
});

/** Fields that only the operator sets or that are unsupported: the current value is accepted, any other refused. */
export const FIXED_OF_ORGANISATION = [
  'Identifier',
  'StatusID',
  'Logo',
  'AdminPasswordMinLength',
  'PasswordRequireCharacterClasses',
  'PasswordRotateDays',
  'RequireUniquePasswordsCount',
  'SessionMaxDurationSeconds',
  'SessionIdleDurationSeconds',
  'LimitLoginAttemptsCountPerWindow',
  'LimitLoginAttemptsWindowDurationSeconds',
  'LoginAttemptsLockoutDurationSeconds',
  'LimitVerificationAttemptsCountPerWindow',
  'LimitVerificationAttemptsWindowDurationSeconds',
  'LivenessConfig',
] as const;
export type FixedOfOrganisation = (typeof FIXED_OF_ORGANISATION)[number];
const anything = z.optional(z.unknown());
const fixedFields: Record<FixedOfOrganisation, typeof anything> = {
  Identifier: anything,
  StatusID: anything,
  Logo: anything,
  AdminPasswordMinLength: anything,
  PasswordRequireCharacterClasses: anything,
  PasswordRotateDays: anything,
  RequireUniquePasswordsCount: anything,
  SessionMaxDurationSeconds: anything,
  SessionIdleDurationSeconds: anything,
  LimitLoginAttemptsCountPerWindow: anything,
  LimitLoginAttemptsWindowDurationSeconds: anything,
  LoginAttemptsLockoutDurationSeconds: anything,
  LimitVerificationAttemptsCountPerWindow: anything,
  LimitVerificationAttemptsWindowDurationSeconds: anything,
  LivenessConfig: anything,
};

/** Shown to people. */
const nameText = shortText.check(z.trim(), visible);

const rules = passwordPolicySchema.shape;
export const organisationUpdateBody = z.object({
  Name: unlessEmpty(nameText),
  Contact: changedText(shortText),
  Email: changedText(orgEmailSchema),
  OrgAddresses: orEmpty(orgAddressesSchema),
  PasswordMinLength: orEmpty(rules.PasswordMinLength),
  PasswordMaxLength: orEmpty(rules.PasswordMaxLength),
  PasswordRequireUppercase: orEmpty(rules.PasswordRequireUppercase),
  PasswordRequireLowercase: orEmpty(rules.PasswordRequireLowercase),
  PasswordRequireDigits: orEmpty(rules.PasswordRequireDigits),
  PasswordRequireSpecial: orEmpty(rules.PasswordRequireSpecial),
  PasswordSpecialCharacters: unlessEmpty(rules.PasswordSpecialCharacters),
  ...fixedFields,
});

const userFilters = {
  RoleID: codeFilter,
  Gender: filter,
  StatusID: codeFilter,
  Region: filter,
  ...period,
  /** `Date` of the Python client. */
  StartDate: dateFilter,
  /** E-mail address, by the clients' field names. */
  UserName: emailFilter,
  Username: emailFilter,
};
export const organisationUserQuery = z.object({ ...userFilters, ...page });
export const organisationUserRow = z.extend(userAccountSchema, { TotalCount: z.int() });
export const organisationUserBody = z.object({
  FirstName: unlessEmpty(shortText),
  LastName: unlessEmpty(shortText),
  Email: emailSchema,
  /** If absent, the person chooses it by a mailed link. */
  Password: unlessEmpty(z.string().check(z.maxLength(512))),
  /** Defaults to USER. */
  RoleID: unlessEmpty(z.enum([...ROLES, ''])),
  /** Refused: accounts that expire are not supported. */
  expireAt: anything,
  ...userDetailFields,
});
/** Only `ID` is returned: a link that sets a password is sent to the person only. */
export const organisationUserAnswer = z.object({ ID: z.string(), ResetToken: z.literal('') });
export const organisationUserUpdateBody = z.object({
  FirstName: changedText(shortText),
  LastName: changedText(shortText),
  RoleID: unlessEmpty(z.enum([...ROLES, ''])),
  StatusID: unlessEmpty(z.enum(['ACTIVE', 'SUSPENDED', ''])),
  ...userNames,
  /** Refused: only people themselves set their password. */
  Password: anything,
  ...userDetailChanges,
});

export const organisationMeasurementQuery = z.extend(measurementListQuery, {
  UserID: filter,
});
export const organisationMeasurementRow = measurementRow;
export const partnerParams = z.object({
  id: idSchema,
  partner: z.string().check(z.minLength(1), z.maxLength(200)),
});
/** How many measurements were deleted, in addition to the protocol's `success`. */
export const deletionAnswer = z.object({ success: z.boolean(), Count: z.int() });

export const organisationProfileQuery = z.object({
  UserProfileName: filter,
  StatusID: codeFilter,
  /** E-mail address of the account that owns the profile. */
  OwnerUser: emailFilter,
  Created: dateFilter,
  ...period,
  ...page,
});
export const organisationProfileSchema = z.extend(profileSchema, {
  /** E-mail address of the account; '' for a guest's. */
  OwnerUser: z.string(),
});
export const organisationProfileRow = z.extend(organisationProfileSchema, {
  TotalCount: z.int(),
});

export const LICENCE_STATUSES = ['ACTIVE', 'INACTIVE'] as const;
export const licenceQuery = z.object({
  StatusID: codeFilter,
  LicenseType: filter,
  ...period,
  ...sorting,
  ...page,
});
export const licenceSchema = z.object({
  ID: z.string(),
  /** The operator's name for it. */
  Name: z.string(),
  LicenseType: z.string(),
  StatusID: z.enum(LICENCE_STATUSES),
  /** Always empty: a key is shown once, when it is created, and only its digest is stored. */
  Key: z.literal(''),
  DeviceRegistrations: z.int(),
  /** 0: unlimited. */
  MaxDevices: z.int(),
  /** 0: never. */
  Expiration: z.int(),
  Created: z.int(),
});
export const licenceRow = z.extend(licenceSchema, { TotalCount: z.int() });
export const licenceTypeRow = z.object({ ID: z.string(), RoleID: z.string() });

export const DEVICE_STATUSES = ['ACTIVE', 'INACTIVE'] as const;
export const deviceQuery = z.object({
  StatusID: codeFilter,
  DeviceTypeID: codeFilter,
  deviceTypeID: codeFilter,
  Name: filter,
  Version: filter,
  LicenseID: filter,
  ...period,
  ...sorting,
  ...page,
});
export const deviceSchema = z.object({
  ID: z.string(),
  Name: z.string(),
  DeviceTypeID: z.string(),
  /** ACTIVE while one of its tokens can be used or renewed. */
  StatusID: z.enum(DEVICE_STATUSES),
  Identifier: z.string(),
  Version: z.string(),
  LicenseID: z.string(),
  Measurements: z.int(),
  Region: z.string(),
  Created: z.int(),
});
export const deviceRow = z.extend(deviceSchema, { TotalCount: z.int() });
export const deviceUpdateBody = z.object({
  Name: unlessEmpty(shortText),
  DeviceTypeID: unlessEmpty(z.enum([...DEVICE_TYPES, ''])),
  Identifier: changedText(shortText),
  Version: changedText(z.string().check(z.maxLength(20))),
  /** INACTIVE revokes the tokens of the device, as removing it does. */
  Status: unlessEmpty(z.enum([...DEVICE_STATUSES, ''])),
});
export const deviceTypeRow = z.object({
  ID: z.enum(DEVICE_TYPES),
  Name: z.string(),
  Description: z.string(),
  IsMobile: z.boolean(),
  IsTablet: z.boolean(),
  IsDesktop: z.boolean(),
});
/** Licence of the calling device. */
export const deviceLicenceAnswer = z.omit(licenceSchema, {
  Key: true,
  DeviceRegistrations: true,
  Created: true,
});

/** What a study sends its clients in addition to the capture settings: short texts by name. */
const studyConfig = z
  .record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(1000)))
  .check(
    z.refine((config: object) => Object.keys(config).length <= 50, 'holds at most 50 entries'),
  );
export const STUDY_STATUSES = ['ACTIVE', 'INACTIVE'] as const;
export const studyBody = z.object({
  Name: nameText.check(z.minLength(1)),
  Description: unlessEmpty(z.string().check(z.maxLength(2000))),
  StudyTemplateID: unlessEmpty(z.string().check(z.maxLength(64))),
  Config: orEmpty(studyConfig),
});
export const studyUpdateBody = z.object({
  Name: unlessEmpty(nameText),
  Description: changedText(z.string().check(z.maxLength(2000))),
  StatusID: unlessEmpty(z.enum([...STUDY_STATUSES, ''])),
  /** Replaces the whole of it: `{}` empties it, null leaves it unchanged. */
  Config: orEmpty(studyConfig),
});
export const studyTypeRow = z.object({
  ID: z.string(),
  StatusID: z.string(),
  Name: z.string(),
  Description: z.string(),
});
export const studyTypeQuery = z.object({ StatusID: codeFilter, Status: codeFilter });
export const studyTemplateQuery = z.object({ Status: codeFilter, Type: filter, ...page });
export const studyTemplateRow = z.extend(studyTypeRow, {
  StudyTypeID: z.string(),
  Signals: z.array(z.string()),
  Config: z.record(z.string(), z.string()),
  TotalCount: z.int(),
});

/** Measurements per page of a report. */
export const REPORT_PAGE = 1000;
export const reportBody = z.object({
  /** The protocol's `hdf5` is not supported. */
  Format: unlessEmpty(z.enum(['csv', ''])),
  /** Accepted from clients that send it, but ignored. */
  FileName: unlessEmpty(z.string().check(z.regex(/^[\w. -]{0,100}$/))),
  StudyID: filter,
  UserID: filter,
  MeasurementID: filter,
  /** The caller's own, or absent. */
  OrganizationID: filter,
  /** E-mail address of the account. */
  Email: emailFilter,
  StartDate: dateFilter,
  EndDate: endDateFilter,
  /** 1-based; a page holds up to {@link REPORT_PAGE} measurements. */
  Page: orEmpty(z.int().check(z.minimum(1), z.maximum(100_000))),
});
export type ReportBody = z.output<typeof reportBody>;
export const reportCountAnswer = z.object({ MeasurementCount: z.int() });
export const reportAnswer = z.object({
  ID: z.string(),
  /** Path of the file below the service's URL; it requires the same kind of token. '' if there is no result. */
  url: z.string(),
  resultsFound: z.boolean(),
});
