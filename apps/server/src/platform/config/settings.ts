// SPDX-License-Identifier: Apache-2.0
import { availableParallelism } from 'node:os';
import { storeAddress } from '@perfuse/contract/backend/stores';
import { BROWSERS, TRACKER_NAMES } from '@perfuse/contract/configuration/measurement';
import { z } from '@perfuse/contract/schema';
import { ACCOUNT_SETTINGS } from './account-settings.ts';
import { NETWORK_SETTINGS } from './network-settings.ts';
import { OPERATION_SETTINGS } from './operation-settings.ts';
import {
  addressList,
  filled,
  hostAndPath,
  licenceFile,
  onOff,
  oneOf,
  someOf,
  originList,
  pathOrAddress,
  whoRegion,
  wholeNumber,
} from './rules.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every setting of the server: its environment variable, rule, default and meaning, in this one place. */
export const SETTINGS = {
  PORT: { schema: wholeNumber(0, 65_535), meaning: 'Port to listen on; 0 selects a free one.' },
  HOST: {
    schema: filled,
    meaning:
      'Name or address to listen on. The default, localhost, is reachable from this machine only; 0.0.0.0 from everywhere.',
  },
  PERFUSE_DATA_DIR: {
    schema: filled,
    meaning: 'Folder for the database and the secrets, mode 0700. Only this server may use it.',
  },
  PERFUSE_WEB_DIR: {
    schema: z.optional(filled),
    meaning: 'Folder that holds the web builds `consumer` and `enterprise`, or one of them.',
  },
  PERFUSE_DEMO: {
    schema: onOff,
    meaning:
      'Whether the demo licence and its devices work, and its key is printed at the start. Off by default under NODE_ENV=production.',
  },
  PERFUSE_SIGN_IN: { schema: onOff, meaning: 'Whether people must sign in before they measure.' },
  PERFUSE_SECOND_FACTOR: {
    schema: onOff,
    meaning:
      'Whether people who sign in with a password need a second factor. Anyone without one connects an authenticator app at the next sign-in. Guests and sign-ins with a code by phone are not affected; sign-ins of the analysis protocol need the code.',
  },
  PERFUSE_ADMIN_SECOND_FACTOR: {
    schema: onOff,
    meaning:
      'Whether administrators need a second factor. Anyone without one connects an authenticator app at the next sign-in to the admin page.',
  },
  ...NETWORK_SETTINGS,
  ...ACCOUNT_SETTINGS,
  ...OPERATION_SETTINGS,
  PERFUSE_TRUST_PROXY: {
    schema: addressList,
    meaning: 'Proxies whose X-Forwarded-* headers are trusted; none by default.',
  },
  PERFUSE_API_HOST: {
    schema: z.optional(hostAndPath),
    meaning: 'Analysis service of the web app as host[:port][/path]; by default this server.',
  },
  PERFUSE_FACE_TRACKER: {
    schema: oneOf(TRACKER_NAMES),
    meaning:
      'Face tracker of the web app. visage needs files and a licence of its vendor; without them the app uses mediapipe.',
  },
  PERFUSE_VISAGE_URL: {
    schema: z.optional(pathOrAddress),
    meaning:
      'Folder that serves visageSDK.js, .wasm, .data and the tracker configuration, a path of this site or an https address; ends with /.',
  },
  PERFUSE_VISAGE_LICENCE: {
    schema: z.optional(licenceFile),
    meaning: 'File name of the visage licence in that folder, ends with .vlc.',
  },
  PERFUSE_RECORDED_SOURCE: {
    schema: onOff,
    meaning:
      'Whether people may measure a video file instead of their camera, for evaluation and demonstration.',
  },
  PERFUSE_SAMPLE_MEASUREMENT: {
    schema: onOff,
    meaning:
      'Whether the web app offers a sample measurement of a computer-generated face, without a camera. It runs on the device and nothing of it is sent or kept. Off by default under NODE_ENV=production.',
  },
  PERFUSE_STUDY: {
    schema: onOff,
    meaning:
      'Whether the web app has the page /study, which records measurements beside a chest strap or an oximeter for a validation study. What it records stays in the browser.',
  },
  PERFUSE_ANALYSIS: {
    schema: oneOf(['service', 'device', 'choice']),
    meaning:
      'Where measurements of the web app are analysed: by the service, on the device with nothing sent, or as the person chooses. With `device`, guests get no token to send measurements with. Links of an organisation follow their configuration.',
  },
  PERFUSE_UNSUPPORTED_BROWSERS: {
    schema: someOf(BROWSERS),
    meaning:
      'Browsers that the web app refuses: any of chromium, safari, firefox, separated by commas, or none. A configuration may have a list of its own.',
  },
  PERFUSE_SHOW_LOGS: {
    schema: onOff,
    meaning: 'Whether the web app shows its own log lines, to help find a fault on a device.',
  },
  PERFUSE_STORE_APPLE: {
    schema: z.optional(storeAddress),
    meaning: 'Page of the mobile app in the Apple App Store, for a link below the results.',
  },
  PERFUSE_STORE_GOOGLE: {
    schema: z.optional(storeAddress),
    meaning: 'Page of the mobile app on Google Play.',
  },
  PERFUSE_STORE_CN_APPLE: {
    schema: z.optional(storeAddress),
    meaning: 'Page of the mobile app in the Apple App Store of China, shown as a QR code.',
  },
  PERFUSE_STORE_CN_MARKET: {
    schema: z.optional(storeAddress),
    meaning: 'Page of the mobile app in a Chinese app market, shown as a QR code.',
  },
  PERFUSE_CORS_ORIGINS: {
    schema: originList,
    meaning: 'Origins of other sites whose pages may call /analysis; none by default.',
  },
  PERFUSE_PROTOBUF_SOCKET: {
    schema: onOff,
    meaning:
      'Whether the websocket of /analysis also speaks the older protobuf form of the protocol: subprotocol proto, or none.',
  },
  PERFUSE_PRIVATE_TARGETS: {
    schema: addressList,
    meaning:
      'Private addresses that webhooks and results may be posted to, also over plain http: addresses, ranges, or loopback, linklocal, uniquelocal; none by default.',
  },
  PERFUSE_LOG_LEVEL: { schema: oneOf(LOG_LEVELS), meaning: 'Lowest severity that is logged.' },
  PERFUSE_WORKERS: {
    schema: wholeNumber(1, 64),
    meaning: 'Number of analysis threads; by default one less than the number of cores.',
  },
  PERFUSE_ANALYSIS_TIMEOUT_S: {
    schema: wholeNumber(1, 600),
    meaning: 'Time limit for the analysis of one chunk, in seconds.',
  },
  PERFUSE_WHO_REGION: {
    schema: z.optional(whoRegion),
    meaning:
      'Assumed region of people who give no country in their profile: a country (ISO 3166, two or three letters) or a WHO 2019 region. Without either, their cardiovascular risks are missing.',
  },
  PERFUSE_PULSE_MODEL: {
    schema: z.optional(filled),
    meaning:
      'File of a learned pulse estimator (ONNX) that browsers run beside the measurement, such as ME-rPPG; none by default. Anyone can fetch it from the server.',
  },
  PERFUSE_RETENTION_HOURS: {
    schema: wholeNumber(0, 8_760),
    meaning:
      "Hours for which a guest's result, or the remaining data of a failed measurement, can be retrieved before deletion.",
  },
  PERFUSE_AUDIT_DAYS: {
    schema: wholeNumber(30, 36_500),
    meaning:
      'Days for which entries of the audit log are kept, by default six years. Keep them at least as long as backups: after a restore they show who must be erased again.',
  },
  PERFUSE_RATE_STRICT: {
    schema: wholeNumber(1, 1_000_000),
    meaning: 'Requests per minute and address to routes that issue credentials.',
  },
  PERFUSE_RATE_LAUNCHES: {
    schema: wholeNumber(1, 1_000_000),
    meaning:
      'Signed launches per minute and configuration, and registered devices per minute and licence key, from any number of addresses. Refused ones count towards PERFUSE_RATE_STRICT.',
  },
  PERFUSE_RATE_NORMAL: {
    schema: wholeNumber(1, 1_000_000),
    meaning: 'Requests per minute and address to ordinary routes.',
  },
  PERFUSE_RATE_RELAXED: {
    schema: wholeNumber(1, 1_000_000),
    meaning: 'Requests per minute and address to routes that a measurement calls often.',
  },
} as const;

type Name = keyof typeof SETTINGS;
export const isSetting = (name: string): name is Name => Object.hasOwn(SETTINGS, name);

/** Requests per minute and address, per tier of routes. */
export const DEFAULT_RATES = { strict: 60, normal: 600, relaxed: 6000 } as const;

export function defaults(environment: NodeJS.ProcessEnv): Partial<Record<Name, string>> {
  return {
    PORT: '4300',
    HOST: 'localhost',
    PERFUSE_DATA_DIR: './data',
    PERFUSE_DEMO: environment['NODE_ENV'] === 'production' ? 'off' : 'on',
    PERFUSE_SIGN_IN: 'off',
    PERFUSE_SECOND_FACTOR: 'off',
    PERFUSE_ADMIN_SECOND_FACTOR: 'off',
    PERFUSE_TLS_OUTBOUND: 'off',
    PERFUSE_OUTBOUND_HOSTS: '',
    PERFUSE_MAIL_FROM: 'Perfuse <perfuse@localhost>',
    PERFUSE_SMS_TEMPLATE: '{"to":"{to}","text":"{text}"}',
    PERFUSE_HANDOFF_S: '300',
    PERFUSE_ATTEMPTS_ACCOUNT: '5',
    PERFUSE_ATTEMPTS_ADDRESS: '100',
    PERFUSE_DATABASE_CONNECTIONS: '10',
    PERFUSE_METRICS_HOST: 'localhost',
    PERFUSE_CONNECTIONS_ADDRESS: '2000',
    PERFUSE_SOCKETS_ADDRESS: '1000',
    PERFUSE_DRAIN_S: '40',
    PERFUSE_TRACES_PERCENT: '100',
    PERFUSE_TRACES_SERVICE: 'perfuse',
    PERFUSE_TRUST_PROXY: '',
    PERFUSE_FACE_TRACKER: 'mediapipe',
    PERFUSE_RECORDED_SOURCE: 'off',
    PERFUSE_SAMPLE_MEASUREMENT: environment['NODE_ENV'] === 'production' ? 'off' : 'on',
    PERFUSE_STUDY: 'off',
    PERFUSE_ANALYSIS: 'service',
    PERFUSE_UNSUPPORTED_BROWSERS: 'firefox',
    PERFUSE_SHOW_LOGS: 'off',
    PERFUSE_PROTOBUF_SOCKET: 'off',
    PERFUSE_CORS_ORIGINS: '',
    PERFUSE_PRIVATE_TARGETS: '',
    PERFUSE_LOG_LEVEL: 'info',
    PERFUSE_WORKERS: String(Math.max(1, Math.min(64, availableParallelism() - 1))),
    PERFUSE_ANALYSIS_TIMEOUT_S: '30',
    PERFUSE_RETENTION_HOURS: '24',
    PERFUSE_AUDIT_DAYS: '2192',
    PERFUSE_RATE_STRICT: String(DEFAULT_RATES.strict),
    PERFUSE_RATE_LAUNCHES: '600',
    PERFUSE_RATE_NORMAL: String(DEFAULT_RATES.normal),
    PERFUSE_RATE_RELAXED: String(DEFAULT_RATES.relaxed),
  };
}

type Schemas = { readonly [N in Name]: (typeof SETTINGS)[N]['schema'] };

/** Reads all settings at once, from texts. */
export const settingsSchema = z.object(
  Object.fromEntries(
    Object.entries(SETTINGS).map(([name, { schema }]) => [name, schema]),
  ) as Schemas,
);

export type Configuration = Readonly<z.output<typeof settingsSchema>>;
