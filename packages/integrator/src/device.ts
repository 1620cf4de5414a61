// SPDX-License-Identifier: Apache-2.0
import { analysisErrorSchema } from '@perfuse/contract/analysis/errors';
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import { below } from './address.ts';
import { IntegratorError } from './fault.ts';

/** Tokens of a device; a launch link consumes them. */
export interface TokenPair {
  readonly Token: string;
  readonly RefreshToken: string;
}

export interface DeviceOptions {
  /** URL of the installation: `https://vitals.example.org`. */
  readonly origin: string;
  /** As printed by `perfuse licence create`. */
  readonly licenceKey: string;
  /** Name of the device in lists of the installation. */
  readonly name?: string;
  /** Your own id of the device, for the same lists. Not a person's name. */
  readonly identifier?: string;
  readonly fetch?: typeof fetch;
}

async function answerOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** Why there was no response, such as `self-signed certificate` or `unexpected redirect`; names nothing of the request. */
function reasonOf(failure: unknown): string {
  const cause = failure instanceof Error ? (failure.cause ?? failure) : null;
  if (!(cause instanceof Error)) return '';
  // Where a name has several addresses, the error of all of them has a code but no message.
  return cause.message || String(Reflect.get(cause, 'code'));
}

/**
 * Registers a device under a licence: required by a launch link, and again for every link, because the app exchanges
 * the pair on arrival and a pair works once.
 * @throws IntegratorError ADDRESS_NOT_VALID, LICENCE_REFUSED or SERVICE_UNREACHABLE
 */
export async function registerDevice(options: DeviceOptions): Promise<TokenPair> {
  const { origin, licenceKey, name = 'launch', identifier = '' } = options;
  const { method, path, response: schema } = ANALYSIS_ROUTES.registerLicense;
  const ask = options.fetch ?? fetch;
  const response = await ask(below(origin, `/analysis${path}`), {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      Key: licenceKey,
      DeviceTypeID: 'WEB',
      Name: name,
      Identifier: identifier,
      Version: '1.0.0',
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(15_000),
  }).catch((failure: unknown) => {
    throw new IntegratorError('SERVICE_UNREACHABLE', reasonOf(failure));
  });
  if (response.status === 401) throw new IntegratorError('LICENCE_REFUSED');
  const body = await answerOf(response);
  const answer = schema.safeParse(body);
  if (!response.ok || !answer.success) {
    // Names the field and the rule that it broke, as for an empty key; never a value.
    const refusal = analysisErrorSchema.safeParse(body);
    const reason = refusal.success ? ` ${refusal.data.Message}` : '';
    const status = `The status was ${String(response.status)}.`;
    throw new IntegratorError('SERVICE_UNREACHABLE', `${status}${reason}`);
  }
  return { Token: answer.data.Token, RefreshToken: answer.data.RefreshToken };
}
