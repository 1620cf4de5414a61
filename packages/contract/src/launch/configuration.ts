// SPDX-License-Identifier: Apache-2.0
/** The configuration that the app is launched with. */
import { DEMOGRAPHICS_ENTRY_MODES } from '../configuration/demographics-entry.ts';
import { configurationSettingsSchema } from '../account/configuration.ts';
import { configIdSchema } from '../account/identity.ts';
import { orgAddressSchema } from '../account/organisation.ts';
import { loginTypeSchema } from '../account/session.ts';
import { z } from '../schema.ts';
import { sessionIdSchema } from './link.ts';
import { integratorProfileSchema } from './profile.ts';

const { shape } = configurationSettingsSchema;

/** Effective settings: the configuration's, with the overrides of the profile. Absent ones have their defaults. */
export const launchSettingsSchema = z.object({
  resultPages: shape.resultPages,
  onboarding: z.object({
    loginType: loginTypeSchema,
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
  /** Origins that may embed the app in a frame and receive its messages; empty for none. */
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
  /** An http(s) address or data URL of an image; null: the product's own. */
  logo: z.nullable(z.string()),
  settings: launchSettingsSchema,
  /** The person, as given by the integrator; null without a profile. */
  profile: z.nullable(integratorProfileSchema),
  /** Validated address that the browser is redirected to with results or an error; null outside callback mode. */
  resultsCallbackUrl: z.nullable(z.string()),
  /** The integrator's, or created by the server if the link has none. */
  sessionId: sessionIdSchema,
  /**
   * The secret of this launch, known to this page only: sent in the header `perfuse-launch` of
   * `POST /api/webhook/{id}`, `POST /api/encryption` and `POST /api/results/{configId}`.
   */
  launchId: z.string(),
  wantsEvents: z.boolean(),
  /** Whether results are posted to `POST /api/results/{configId}` and the callback gets a `dataId`. */
  postsResults: z.boolean(),
  /**
   * Device of this visit: created for a link without tokens, or the token of the profile, which takes precedence over
   * those of the link. Null: those of the link.
   */
  deviceToken: z.nullable(z.object({ Token: z.string(), RefreshToken: z.nullable(z.string()) })),
});
export type LaunchedConfiguration = z.infer<typeof launchedConfigurationSchema>;
