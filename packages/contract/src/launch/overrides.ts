// SPDX-License-Identifier: Apache-2.0
/** Settings that an integrator's profile may change for one visit (specification, section 3). */
import { DEMOGRAPHICS_ENTRY_MODES } from '../configuration/demographics-entry.ts';
import { TRACKER_NAMES } from '../configuration/measurement.ts';
import { configurationSettingsSchema } from '../account/configuration.ts';
import { orgAddressSchema } from '../account/organisation.ts';
import { accepted, refused, type Outcome } from '../outcome.ts';
import { z } from '../schema.ts';
import { parseUntrusted } from '../untrusted.ts';

const { shape } = configurationSettingsSchema;

const { Line1, Line2, City, State, Country, PostalCode } = orgAddressSchema.shape;

/** A profile may omit lines of an address. */
const orgAddressOverride = z.object({
  Line1: z._default(Line1, ''),
  Line2: z._default(Line2, ''),
  City: z._default(City, ''),
  State: z._default(State, ''),
  Country: z._default(Country, ''),
  PostalCode: z._default(PostalCode, ''),
});

/** Settings by the configuration's own names, within the profile's `settings`. */
const nestedSettingsSchema = z.strictObject({
  resultPages: shape.resultPages,
  // Sign-in and sign-up are set by the configuration only, because the server enforces them.
  onboarding: z.optional(
    z.strictObject({
      demographicsEntryMode: z.optional(z.enum(DEMOGRAPHICS_ENTRY_MODES)),
    }),
  ),
  branding: shape.branding,
  logo: shape.logo,
  language: shape.language,
  defaultMobileCamera: shape.defaultMobileCamera,
  cameraAutoStart: shape.cameraAutoStart,
  measurementAutoStart: shape.measurementAutoStart,
  hideHistograms: shape.hideHistograms,
  measurementControls: shape.measurementControls,
  faceTracker: shape.faceTracker,
  customApiHostname: shape.customApiHostname,
  resultsCallbackApiUrl: shape.resultsCallbackApiUrl,
  expireTokenAfterMeasurement: shape.expireTokenAfterMeasurement,
  eventsWebhookEndpoint: shape.eventsWebhookEndpoint,
  debugMode: shape.debugMode,
  showLogs: shape.showLogs,
});

/** Any other tracker becomes the default. */
const faceTracker = z.optional(z.catch(z.enum(TRACKER_NAMES), 'mediapipe'));

/** In addition to `settings`, each has its own field in the profile, which takes precedence. */
export const profileOverridesSchema = z.object({
  expireTokenAfterMeasurement: shape.expireTokenAfterMeasurement,
  language: shape.language,
  defaultMobileCamera: shape.defaultMobileCamera,
  customHostname: shape.customApiHostname,
  cameraAutoStart: shape.cameraAutoStart,
  measurementAutoStart: shape.measurementAutoStart,
  debugMode: shape.debugMode,
  eventsWebhookEndpoint: shape.eventsWebhookEndpoint,
  faceTracker,
  showLogs: shape.showLogs,
  resultsCallbackApiUrl: shape.resultsCallbackApiUrl,
  hideHistograms: shape.hideHistograms,
  measurementControls: shape.measurementControls,
  settings: z.optional(nestedSettingsSchema),
  branding: shape.branding,
  resultPages: shape.resultPages,
  /** A device token that the integrator already has, in place of the link's. */
  deviceToken: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
  logoUrl: shape.logo,
  orgAddresses: z.optional(z.array(orgAddressOverride).check(z.maxLength(10))),
});
export type ProfileOverrides = z.infer<typeof profileOverridesSchema>;

/** Settings for where something is loaded from or sent to, or who addresses the person. */
const SIGNED_ONLY = [
  'customHostname',
  'customApiHostname',
  'eventsWebhookEndpoint',
  'resultsCallbackApiUrl',
  'branding',
  'logo',
  'logoUrl',
  'orgAddresses',
  'deviceToken',
] as const;

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** '' and null count as absent, as for the fields of the person. */
function withoutEmpty(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => isFilled(value)));
}

/** Most characters of a field's name in the errors of a profile. */
export const FIELD_NAME_LENGTH = 200;

/** The refused settings by their paths; an unknown one has its own, not that of the object around it. */
function pathsOf(issue: z.core.$ZodIssue): readonly string[] {
  const { path } = issue;
  const paths =
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path];
  return paths.map((parts) => parts.map(String).join('.').slice(0, FIELD_NAME_LENGTH));
}

/** @returns the overrides, or the path of each that is refused. */
export function parseOverrides(
  given: Readonly<Record<string, unknown>>,
  signed: boolean,
): Outcome<ProfileOverrides, readonly string[]> {
  const filled = withoutEmpty(given);
  const parsed = parseUntrusted(profileOverridesSchema, filled);
  const paths = parsed.success ? [] : parsed.error.issues.flatMap(pathsOf);
  if (!signed) {
    const nested = filled['settings'];
    const within = typeof nested === 'object' && nested !== null ? nested : {};
    for (const name of SIGNED_ONLY) {
      if (Object.hasOwn(filled, name)) paths.push(name);
      if (Object.hasOwn(within, name)) paths.push(`settings.${name}`);
    }
  }
  return parsed.success && paths.length === 0 ? accepted(parsed.data) : refused(paths);
}
