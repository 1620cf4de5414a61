// SPDX-License-Identifier: Apache-2.0
import { compactDecrypt } from 'jose';
import {
  resultsApiBody,
  callbackResultsSchema,
  type CallbackResults,
  type VerifiedResults,
} from '@perfuse/contract/launch/results';
import { parseUntrusted } from '@perfuse/contract/untrusted';
import { IntegratorError } from './fault.ts';
import { decryptionKey, type OrganisationKey } from './keys.ts';

export interface ResultsKeys {
  /** Private key from `perfuse key create --purpose results`; several during a rotation. */
  readonly resultsKey?: OrganisationKey | readonly OrganisationKey[];
}

const keysOf = ({ resultsKey = [] }: ResultsKeys): readonly OrganisationKey[] =>
  'privateKey' in resultsKey ? [resultsKey] : resultsKey;

/** Five parts separated by dots, which base64 does not contain. */
export const isEncrypted = (results: string): boolean => results.split('.').length === 5;

async function decrypt(jwe: string, keys: ResultsKeys): Promise<string> {
  const known = keysOf(keys);
  if (known.length === 0) throw new IntegratorError('RESULTS_KEY_MISSING');
  for (const { privateKey } of known) {
    const key = decryptionKey(privateKey);
    try {
      const { plaintext } = await compactDecrypt(jwe, key, {
        keyManagementAlgorithms: ['ECDH-ES+A256KW'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      return new TextDecoder().decode(plaintext);
    } catch {
      // Another key may fit.
    }
  }
  throw new IntegratorError('RESULTS_NOT_READABLE', 'No results key decrypts them.');
}

/** Decodes base64 and base64url, with and without padding. */
export const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

/**
 * Decodes results: base64 of their JSON, or a compact JWE of it.
 * @throws IntegratorError RESULTS_KEY_MISSING, KEY_NOT_USABLE or RESULTS_NOT_READABLE
 */
export async function readResults(
  results: string,
  keys: ResultsKeys = {},
): Promise<CallbackResults> {
  const json = isEncrypted(results) ? await decrypt(results, keys) : fromBase64(results);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new IntegratorError('RESULTS_NOT_READABLE', 'They are not JSON.');
  }
  const parsed = parseUntrusted(callbackResultsSchema, value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new IntegratorError('RESULTS_NOT_READABLE', `Invalid fields: ${fields}.`);
}

/** Content of a POST to a results API. */
export interface PostedResults {
  readonly sessionId: string;
  readonly results: CallbackResults;
  /** What the installation verified about them before signing; null from one that does not report it. */
  readonly verified: VerifiedResults | null;
}

/**
 * Reads the body that a results API (`resultsCallbackApiUrl`) receives; answer it with `{"dataId": …}`.
 * @param body its JSON, parsed or as text.
 * @throws IntegratorError NOT_A_CALLBACK, RESULTS_KEY_MISSING, KEY_NOT_USABLE or RESULTS_NOT_READABLE
 */
export async function readResultsApi(
  body: unknown,
  keys: ResultsKeys = {},
): Promise<PostedResults> {
  let given = body;
  try {
    given = typeof body === 'string' ? JSON.parse(body) : body;
  } catch {
    throw new IntegratorError('NOT_A_CALLBACK', 'The body is not JSON.');
  }
  const parsed = parseUntrusted(resultsApiBody, given);
  if (!parsed.success) throw new IntegratorError('NOT_A_CALLBACK');
  const { results, resultsAreEncrypted, sessionId, verified } = parsed.data;
  if (resultsAreEncrypted !== isEncrypted(results)) {
    throw new IntegratorError('RESULTS_NOT_READABLE', '`resultsAreEncrypted` does not match them.');
  }
  return { sessionId, results: await readResults(results, keys), verified: verified ?? null };
}
