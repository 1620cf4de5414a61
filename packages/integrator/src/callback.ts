// SPDX-License-Identifier: Apache-2.0
import {
  callbackDetailsSchema,
  callbackQuerySchema,
  type CallbackDetails,
} from '@perfuse/contract/launch/callback';
import {
  integratorProfileErrorsSchema,
  type IntegratorProfileErrors,
} from '@perfuse/contract/launch/profile';
import type { CallbackResults } from '@perfuse/contract/launch/results';
import { parseUntrusted } from '@perfuse/contract/untrusted';
import { IntegratorError } from './fault.ts';
import { fromBase64, isEncrypted, readResults, type ResultsKeys } from './results.ts';

interface CallbackError {
  readonly kind: 'error';
  /** One of the callback errors, or the code of a refused launch. */
  readonly error: string;
  readonly sessionId: string;
  readonly details: CallbackDetails | null;
  /** With PROFILE_VALIDATION_FAILED: every invalid field. */
  readonly fields: IntegratorProfileErrors;
}

/** Content of the redirect to your callback. */
export type Callback =
  | {
      readonly kind: 'results';
      readonly sessionId: string;
      readonly results: CallbackResults;
      readonly encrypted: boolean;
    }
  | {
      /** The results were sent to your results API, which returned this id. */
      readonly kind: 'stored';
      readonly sessionId: string;
      readonly dataId: string;
    }
  | CallbackError;

/** Perfuse sets each once. Another reader of a doubled one might use the other value. */
const PARAMETERS = ['results', 'dataId', 'error', 'sessionId', 'details'];

function jsonOf(details: string | undefined): unknown {
  try {
    const value: unknown = JSON.parse(fromBase64(details ?? ''));
    return value;
  } catch {
    return null;
  }
}

/** Details of a measurement or of a refused profile, never of both. */
function readDetails(text: string | undefined): Pick<CallbackError, 'details' | 'fields'> {
  const json = jsonOf(text);
  const measured = parseUntrusted(callbackDetailsSchema, json);
  if (measured.success) return { details: measured.data, fields: {} };
  const fields = parseUntrusted(integratorProfileErrorsSchema, json);
  return { details: null, fields: fields.success ? fields.data : {} };
}

function queryOf(address: string | URL | URLSearchParams): URLSearchParams {
  if (address instanceof URLSearchParams) return address;
  if (address instanceof URL) return address.searchParams;
  // A server has only path and query.
  if (URL.canParse(address, 'http://callback.invalid')) {
    return new URL(address, 'http://callback.invalid').searchParams;
  }
  throw new IntegratorError('NOT_A_CALLBACK');
}

/**
 * Reads the query of a results callback: unencrypted or encrypted results, or a data id, or an error. Anyone can forge
 * such a URL: trust it only for a session that you started and that has not ended.
 * @param address absolute URL, or path and query as a server has it, or the parameters of the query.
 * @throws IntegratorError NOT_A_CALLBACK, RESULTS_KEY_MISSING, KEY_NOT_USABLE or RESULTS_NOT_READABLE
 */
export async function readCallback(
  address: string | URL | URLSearchParams,
  keys: ResultsKeys = {},
): Promise<Callback> {
  const given = queryOf(address);
  const doubled = PARAMETERS.filter((name) => given.getAll(name).length > 1);
  if (doubled.length > 0) {
    throw new IntegratorError('NOT_A_CALLBACK', `Twice in it: ${doubled.join(', ')}.`);
  }
  const query = callbackQuerySchema.safeParse(Object.fromEntries(given));
  if (!query.success) throw new IntegratorError('NOT_A_CALLBACK');
  const { data } = query;
  const { sessionId } = data;
  if (data.error !== undefined) {
    return { kind: 'error', error: data.error, sessionId, ...readDetails(data.details) };
  }
  if (data.dataId !== undefined) return { kind: 'stored', sessionId, dataId: data.dataId };
  const { results } = data;
  return {
    kind: 'results',
    sessionId,
    results: await readResults(results, keys),
    encrypted: isEncrypted(results),
  };
}
