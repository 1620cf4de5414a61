// SPDX-License-Identifier: Apache-2.0
/** Results as an integrator receives them (specification, section 3): by redirect, by results API, encrypted or not. */
import { CHANNEL_CODES, type ChannelCode, type ChannelValues } from '../results/channels.ts';
import { MISSING } from '../results/message.ts';
import { encodeNotes } from '../results/notes.ts';
import { z } from '../schema.ts';
import { sessionIdSchema } from './link.ts';
import { verifiedSession } from './verified.ts';

/** Name of each result, with the channel it comes from. */
const FIELDS = {
  ppm: 'HR_BPM',
  snr: 'SNR',
  msi: 'MSI',
  age: 'AGE',
  bmi: 'BMI_CALC',
  diastolic: 'BP_DIASTOLIC',
  systolic: 'BP_SYSTOLIC',
  breathing: 'BR_BPM',
  healthScore: 'HEALTH_SCORE',
  waistToHeight: 'WAIST_TO_HEIGHT',
  heartRateVariability: 'HRV_SDNN',
  cardiacWorkload: 'BP_RPP',
  absi: 'ABSI',
  cvdRisk: 'BP_CVD',
  heartAttackRisk: 'BP_HEART_ATTACK',
  strokeRisk: 'BP_STROKE',
  HypertensionRisk: 'HPT_RISK_PROB',
  HypertriglyceridemiaRisk: 'TG_RISK_PROB',
  HypercholesterolemiaRisk: 'HDLTC_RISK_PROB',
  DiabetesRisk: 'DBT_RISK_PROB',
  irregularHeartBeats: 'IHB_COUNT',
} as const satisfies Record<string, ChannelCode>;

/** In the unit of the channel; -1 when missing. */
const value = z.number();

export const callbackResultsSchema = z.object({
  measurementId: z.string(),
  ppm: value,
  snr: value,
  msi: value,
  age: value,
  bmi: value,
  diastolic: value,
  systolic: value,
  breathing: value,
  healthScore: value,
  waistToHeight: value,
  heartRateVariability: value,
  cardiacWorkload: value,
  absi: value,
  cvdRisk: value,
  heartAttackRisk: value,
  strokeRisk: value,
  HypertensionRisk: value,
  HypertriglyceridemiaRisk: value,
  HypercholesterolemiaRisk: value,
  DiabetesRisk: value,
  irregularHeartBeats: value,
  /** Mean of the star ratings of all results of the measurement that the page received, 0..5; -1 when missing. */
  avgStarRating: z.number().check(z.minimum(-1), z.maximum(5)),
  /** `device`: computed in the person's browser; no service has seen, stored or confirmed it. */
  analysedOn: z._default(z.enum(['service', 'device']), 'service'),
  /** Every channel by its code. */
  signals: z.record(z.string(), value),
  /** By channel code: source of the number, its uncertainty, or why it is missing. */
  Notes: z.record(z.string(), z.array(z.string())),
});
export type CallbackResults = z.infer<typeof callbackResultsSchema>;

/** The final result in the format for integrators. */
export function callbackResults(
  measurementId: string,
  channels: ChannelValues,
  avgStarRating: number,
  analysedOn: CallbackResults['analysedOn'] = 'service',
): CallbackResults {
  const of = (code: ChannelCode): number => channels[code]?.value ?? MISSING;
  const fields = Object.fromEntries(Object.entries(FIELDS).map(([name, code]) => [name, of(code)]));
  return callbackResultsSchema.parse({
    measurementId,
    avgStarRating,
    analysedOn,
    ...fields,
    signals: Object.fromEntries(CHANNEL_CODES.map((code) => [code, of(code)])),
    Notes: Object.fromEntries(
      CHANNEL_CODES.flatMap((code) => {
        const channel = channels[code];
        return channel === undefined ? [] : [[code, encodeNotes(channel)]];
      }),
    ),
  });
}

export const RESULTS_LIMITS = {
  /** Characters of one set of results as JSON; about 3 000 are usual. */
  characters: 64 * 1024,
  /** Encryptions per launch whose digests are stored to recognise them later, the newest. */
  encryptions: 50,
} as const;

const text = z.string().check(z.minLength(1), z.maxLength(RESULTS_LIMITS.characters * 2));

/** `POST /api/results/{configId}`: the server forwards results to the results API of the configuration. */
export const relayResultsBody = z.object({
  sessionId: sessionIdSchema,
  /** base64 of the JSON of {@link callbackResultsSchema}, or a compact JWE of that JSON. */
  results: text,
  resultsAreEncrypted: z.boolean(),
});
export type RelayResultsBody = z.infer<typeof relayResultsBody>;

/** What the server verified of results that it forwards. */
export const verifiedResults = z.extend(verifiedSession, {
  /**
   * `here`: measured in this launch and finished by this installation, and the values match those that it computed.
   * `elsewhere`: another analysis service measured; it was not queried.
   */
  measurement: z.enum(['here', 'elsewhere']),
});
export type VerifiedResults = z.infer<typeof verifiedResults>;

/** Body that the results API receives, as JSON by POST. */
export const resultsApiBody = z.object({
  results: z.string(),
  resultsAreEncrypted: z.boolean(),
  sessionId: sessionIdSchema,
  verified: z.optional(verifiedResults),
});
export type ResultsApiBody = z.infer<typeof resultsApiBody>;

/** Its answer with a status of 2xx, and what the callback receives. */
export const dataIdAnswer = z.object({
  dataId: z.pipe(
    z.union([z.string(), z.number()]),
    z.pipe(z.transform(String), z.string().check(z.regex(/^[\x21-\x7e]{1,500}$/))),
  ),
});

/** `POST /api/encryption` */
export const encryptionBody = z.object({
  configId: z.string().check(z.maxLength(64)),
  sessionId: sessionIdSchema,
  /** Text to encrypt: the JSON of {@link callbackResultsSchema}. */
  resultsPayload: z.string().check(z.minLength(1), z.maxLength(RESULTS_LIMITS.characters)),
});
export type EncryptionBody = z.infer<typeof encryptionBody>;
export const encryptionAnswer = z.object({
  /** Compact JWE (ECDH-ES+A256KW, A256GCM) for the organisation's results key, named as `kid` in its header. */
  encryptedResults: z.string(),
});
