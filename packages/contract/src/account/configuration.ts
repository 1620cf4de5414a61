// SPDX-License-Identifier: Apache-2.0
/**
 * What an operator sets for a link of the enterprise edition (specification, section 3). Whose it is (organisation,
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

/** https, or http on this machine to try things out. */
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
      'must be an https address without a name and a password, or an http one of this machine',
    ),
  );

/** An https address of a jpg, jpeg or png, or such a picture itself as a data address (specification, section 5). */
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
      'must be an https origin without a path, or an http one of this machine',
    ),
  );

const distinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

const secureOrigins = z
  .array(secureOrigin)
  .check(z.maxLength(20), z.refine(distinct, 'names an origin twice'));

/** An analysis service. */
const apiHostname = z
  .string()
  .check(
    z.maxLength(255),
    z.regex(
      /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:]+\])(?::\d{1,5})?(?:\/[\w./-]*)?$/i,
      'must be host[:port][/path] without a scheme',
    ),
  );

/** Every setting may be missing: the default named in its comment then holds. Unknown ones are refused. */
export const configurationSettingsSchema = z
  .strictObject({
    /** Sections of the results to show, each once; all. */
    resultPages: z.optional(
      z.array(z.enum(RESULT_PAGES)).check(z.minLength(1), z.refine(distinct, 'names a page twice')),
    ),
    onboarding: z.optional(
      z.strictObject({
        /** How people sign in; as the organisation says. */
        loginType: z.optional(z.enum(['password', 'phone'])),
        /** Whether people may create accounts; no. */
        allowSignup: z.optional(z.boolean()),
        /** Whether people are asked for their profile; `profileForm`. */
        demographicsEntryMode: z.optional(z.enum(DEMOGRAPHICS_ENTRY_MODES)),
      }),
    ),
    branding: z.optional(
      z.strictObject({
        pageTitle: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
        /** Stylesheet loaded after the product's. */
        customCSSURL: z.optional(secureAddress),
        /** Picture above the measurement, on desktops. */
        measurementHeaderImage: z.optional(picture),
      }),
    ),
    /** In place of the product's logo; the organisation's. */
    logo: z.optional(picture),
    language: z.optional(z.enum(LANGUAGE_CODES)),
    defaultMobileCamera: z.optional(z.enum(['front', 'rear'])),
    cameraAutoStart: z.optional(z.boolean()),
    measurementAutoStart: z.optional(z.boolean()),
    /** Leaves out dials and bars of the results; false. */
    hideHistograms: z.optional(z.boolean()),
    measurementControls: z.optional(z.strictObject(measurementControlsSchema.shape)),
    unsupportedBrowsers: z.optional(z.array(z.enum(BROWSERS))),
    faceTracker: z.optional(z.enum(TRACKER_NAMES)),
    /** Whether the service analyses, or this person's device, or as the person chooses; `service`. */
    analysis: z.optional(z.enum(ANALYSIS_PLACES)),
    /** Analysis service in place of this server, as host[:port][/path]. */
    customApiHostname: z.optional(apiHostname),
    /** Further analysis services that a signed profile may choose; none. */
    apiHostnames: z.optional(
      z.array(apiHostname).check(z.maxLength(20), z.refine(distinct, 'names a host twice')),
    ),
    /** Further origins that a signed profile may take a stylesheet and pictures from; those of this configuration. */
    brandingOrigins: z.optional(secureOrigins),
    /** Origins that may show the app in a frame; none. */
    embedOrigins: z.optional(secureOrigins),
    /** Whether a launch must carry a profile signed with a launch key (`signed`) or may carry a plain one; `signed`. */
    launchProfile: z.optional(z.enum(['signed', 'plain'])),
    /** Origins that a results callback may lead to; none, so that no launch redirects anywhere. */
    callbackOrigins: z.optional(secureOrigins),
    /** Where results are posted before the redirect. */
    resultsCallbackApiUrl: z.optional(secureAddress),
    /** Whether results are encrypted to the organisation's results key; false. */
    encryptResults: z.optional(z.boolean()),
    /** Whether a visit's tokens end with its measurement; false. */
    expireTokenAfterMeasurement: z.optional(z.boolean()),
    /** Where events of a session are forwarded. */
    eventsWebhookEndpoint: z.optional(secureAddress),
    /** Logs more in the browser's console; false. */
    debugMode: z.optional(z.boolean()),
    /** Shows the app's log lines to the person; false. */
    showLogs: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ analysis, encryptResults, resultsCallbackApiUrl }) =>
        analysis !== 'device' || (encryptResults !== true && resultsCallbackApiUrl === undefined),
      {
        // What encrypts and posts results is the service, which would have to see them.
        error: 'device cannot go with encryptResults or resultsCallbackApiUrl',
        path: ['analysis'],
      },
    ),
  );
export type ConfigurationSettings = z.infer<typeof configurationSettingsSchema>;
