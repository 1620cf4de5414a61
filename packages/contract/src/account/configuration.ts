// SPDX-License-Identifier: Apache-2.0
/**
 * What an operator sets for a link of the enterprise edition (specification, section 3). The owner (organisation,
 * study, branch) is stored separately, and a device token is made for each visit: neither is a setting.
 */
import { DEMOGRAPHICS_ENTRY_MODES } from '../configuration/demographics-entry.ts';
import {
  ANALYSIS_PLACES,
  BROWSERS,
  measurementControlsSchema,
  TRACKER_NAMES,
} from '../configuration/measurement.ts';
import { LANGUAGE_CODES } from '../language.ts';
import { z } from '../schema.ts';
import { words } from '../words.ts';
import { loginTypeSchema } from './session.ts';

/** Sections of the results that a configuration may show. */
export const RESULT_PAGES = [
  'vitals-breathing',
  'physiological',
  'mental',
  'physical',
  'cvd-hrattack-stroke',
  'metabolic',
  'bloodbiomarkers',
  'overall',
] as const;

const MAX_ADDRESS = 2048;

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** https, or http on this machine for trials. */
const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOCAL_HOSTS.includes(hostname));

function isSecureAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return isSecure(url) && url.username === '' && url.password === '';
}
const secureAddress = z
  .string()
  .check(
    z.maxLength(MAX_ADDRESS),
    z.refine(
      isSecureAddress,
      'must be an https address without credentials, or an http address of localhost',
    ),
  );

/** An https address of a jpg, jpeg or png, or such an image as a data URL (specification, section 5). */
const DATA_PICTURE = /^data:image\/(?:png|jpeg);base64,[A-Za-z\d+/]+={0,2}$/;
const isPictureAddress = (text: string): boolean =>
  text.length <= MAX_ADDRESS &&
  isSecureAddress(text) &&
  /\.(?:jpe?g|png)$/i.test(new URL(text).pathname);
const picture = z.string().check(
  z.maxLength(300_000),
  z.refine(
    (text: string) => DATA_PICTURE.test(text) || isPictureAddress(text),
    'must be an https address ending in .jpg, .jpeg or .png, or a base64 data image of png or jpeg',
  ),
);

function isSecureOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === text && isSecure(url);
}
const secureOrigin = z
  .string()
  .check(
    z.maxLength(255),
    z.refine(
      isSecureOrigin,
      'must be an https origin without a path, or an http origin of localhost',
    ),
  );

const distinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

const secureOrigins = z
  .array(secureOrigin)
  .check(z.maxLength(20), z.refine(distinct, 'lists an origin twice'));

/** Host of an analysis service. */
const apiHostname = z
  .string()
  .check(
    z.maxLength(255),
    z.regex(
      /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:]+\])(?::\d{1,5})?(?:\/[\w./-]*)?$/i,
      'must be host[:port][/path] without a scheme',
    ),
  );

/** Every setting is optional; its comment names the default. Unknown settings are refused. */
export const configurationSettingsSchema = z
  .strictObject({
    /** Sections of the results to show, each at most once; all. */
    resultPages: z.optional(
      z.array(z.enum(RESULT_PAGES)).check(z.minLength(1), z.refine(distinct, 'lists a page twice')),
    ),
    onboarding: z.optional(
      z.strictObject({
        /** How people sign in; as set for the organisation. */
        loginType: z.optional(loginTypeSchema),
        /** Whether people may create accounts; no. */
        allowSignup: z.optional(z.boolean()),
        /** Whether the profile form is shown; `profileForm`. */
        demographicsEntryMode: z.optional(z.enum(DEMOGRAPHICS_ENTRY_MODES)),
      }),
    ),
    branding: z.optional(
      z.strictObject({
        pageTitle: z.optional(words(100)),
        /** Stylesheet loaded after the product's own. */
        customCSSURL: z.optional(secureAddress),
        /** Image above the measurement, on desktops. */
        measurementHeaderImage: z.optional(picture),
      }),
    ),
    /** Replaces the product's logo; the organisation's. */
    logo: z.optional(picture),
    language: z.optional(z.enum(LANGUAGE_CODES)),
    defaultMobileCamera: z.optional(z.enum(['front', 'rear'])),
    cameraAutoStart: z.optional(z.boolean()),
    measurementAutoStart: z.optional(z.boolean()),
    /** Hides dials and bars of the results; false. */
    hideHistograms: z.optional(z.boolean()),
    measurementControls: z.optional(z.strictObject(measurementControlsSchema.shape)),
    unsupportedBrowsers: z.optional(z.array(z.enum(BROWSERS))),
    faceTracker: z.optional(z.enum(TRACKER_NAMES)),
    /** Where the signal is analysed: by the service, on the person's device, or as the person chooses; `service`. */
    analysis: z.optional(z.enum(ANALYSIS_PLACES)),
    /** Analysis service that replaces this server, as host[:port][/path]. */
    customApiHostname: z.optional(apiHostname),
    /** Other analysis services that a signed profile may choose; none. */
    apiHostnames: z.optional(
      z.array(apiHostname).check(z.maxLength(20), z.refine(distinct, 'lists a host twice')),
    ),
    /** Other origins from which a signed profile may load a stylesheet and images; those of this configuration. */
    brandingOrigins: z.optional(secureOrigins),
    /** Origins that may show the app in a frame; none. */
    embedOrigins: z.optional(secureOrigins),
    /** Whether a launch must carry a profile signed with a launch key (`signed`) or may carry a plain one; `signed`. */
    launchProfile: z.optional(z.enum(['signed', 'plain'])),
    /** Origins that a results callback may redirect to; none, so that no launch redirects anywhere. */
    callbackOrigins: z.optional(secureOrigins),
    /** Where results are posted before the redirect. */
    resultsCallbackApiUrl: z.optional(secureAddress),
    /** Whether results are encrypted to the organisation's results key; false. */
    encryptResults: z.optional(z.boolean()),
    /** Whether a visit's tokens are revoked after its measurement; false. */
    expireTokenAfterMeasurement: z.optional(z.boolean()),
    /** URL that events of a session are forwarded to. */
    eventsWebhookEndpoint: z.optional(secureAddress),
    /** Logs more to the browser's console; false. */
    debugMode: z.optional(z.boolean()),
    /** Shows the app's log lines to the person; false. */
    showLogs: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ analysis, encryptResults, resultsCallbackApiUrl }) =>
        analysis !== 'device' || (encryptResults !== true && resultsCallbackApiUrl === undefined),
      {
        // The service encrypts and posts results, so it would have to see them.
        error: 'device cannot be combined with encryptResults or resultsCallbackApiUrl',
        path: ['analysis'],
      },
    ),
  );
export type ConfigurationSettings = z.infer<typeof configurationSettingsSchema>;
