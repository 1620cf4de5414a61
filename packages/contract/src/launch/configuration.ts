// SPDX-License-Identifier: Apache-2.0
/** What the app hears of the configuration it was launched with. */
import { DEMOGRAPHICS_ENTRY_MODES } from '../configuration/demographics-entry.ts';
import { configurationSettingsSchema } from '../account/configuration.ts';
import { configIdSchema } from '../account/identity.ts';
import { orgAddressSchema } from '../account/organisation.ts';
import { z } from '../schema.ts';
import { sessionIdSchema } from './link.ts';
import { integratorProfileSchema } from './profile.ts';

const { shape } = configurationSettingsSchema;

/** Effective settings: the configuration's, with the overrides of the profile. Where one is absent its default holds. */
export const launchSettingsSchema = z.object({
  resultPages: shape.resultPages,
  onboarding: z.object({
    loginType: z.enum(['password', 'phone']),
    allowSignup: z.boolean(),
    demographicsEntryMode: z.enum(DEMOGRAPHICS_ENTRY_MODES),
  }),
  branding: z.optional(
    z.object({
      pageTitle: z.optional(z.string()),
      customCSSURL: z.optional(z.string()),
      measurementHeaderImage: z.optional(z.string()),
    }),
  ),
  language: shape.language,
  defaultMobileCamera: shape.defaultMobileCamera,
  cameraAutoStart: shape.cameraAutoStart,
  measurementAutoStart: shape.measurementAutoStart,
  hideHistograms: shape.hideHistograms,
  measurementControls: shape.measurementControls,
  unsupportedBrowsers: shape.unsupportedBrowsers,
  faceTracker: shape.faceTracker,
  analysis: shape.analysis,
  customApiHostname: shape.customApiHostname,
  encryptResults: z.boolean(),
  expireTokenAfterMeasurement: z.boolean(),
  debugMode: z.boolean(),
  showLogs: z.boolean(),
  /** Origins that may show the app in a frame, and hear its messages there; empty where none may. */
  embedOrigins: z.array(z.string()),
});
export type LaunchSettings = z.infer<typeof launchSettingsSchema>;

export const launchedConfigurationSchema = z.object({
  configId: configIdSchema,
  studyId: z.string(),
  orgId: z.string(),
  orgIdentifier: z.string(),
  orgName: z.string(),
  /** The first address in one line; '' where there is none. */
  orgAddress: z.string(),
  orgAddresses: z.array(orgAddressSchema),
  branchId: z.nullable(z.string()),
  /** An http(s) address of a picture, or a data address; null: the product's own. */
  logo: z.nullable(z.string()),
  settings: launchSettingsSchema,
  /** The person, as the integrator told; null without a profile. */
  profile: z.nullable(integratorProfileSchema),
  /** Where the browser goes with results or an error: checked; null outside callback mode. */
  resultsCallbackUrl: z.nullable(z.string()),
  /** The integrator's, or one that the server made where the link has none. */
  sessionId: sessionIdSchema,
  /**
   * The secret of this launch, known to this page alone: it goes into the header `perfuse-launch` of
   * `POST /api/webhook/{id}`, `POST /api/encryption` and `POST /api/results/{configId}`.
   */
  launchId: z.string(),
  wantsEvents: z.boolean(),
  /** Whether results are posted to `POST /api/results/{configId}` and the callback gets a `dataId`. */
  postsResults: z.boolean(),
  /**
   * Device of this visit: made for a link without tokens, or the token of the profile, which then goes before those of
   * the link. Null: those of the link.
   */
  deviceToken: z.nullable(z.object({ Token: z.string(), RefreshToken: z.nullable(z.string()) })),
});
export type LaunchedConfiguration = z.infer<typeof launchedConfigurationSchema>;
