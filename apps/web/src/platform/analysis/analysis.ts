// SPDX-License-Identifier: Apache-2.0
import { ApiError, isRefused } from '@perfuse/client';
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import { resultMessageSchema } from '@perfuse/contract/results/message';
import { MeasurementFault, type AnalysisPort } from '@perfuse/flow';
import { createClient } from '../http/create-client.ts';
import { analysisAddresses } from './addresses.ts';
import { createAnalysisRest, type RestOptions } from './rest.ts';
import { connectSocket } from './socket.ts';
import { createTokenRenewal, type TokenSource } from './token-renewal.ts';

export interface AnalysisDeps extends Pick<
  RestOptions,
  'owner' | 'hasConsent' | 'log' | 'waitsForBusy'
> {
  /** `host[:port][/path]`. */
  readonly host: string;
  /** The page's protocol, `http:` or `https:`. */
  readonly pageProtocol: string;
  readonly token: TokenSource;
  /** Throws when the backend cannot be reached. */
  readonly studyId: () => Promise<string>;
  /** Sends what the service needs before a measurement. Throws when that fails. */
  readonly prepare?: () => Promise<void>;
  /** The integrator's id of the measurement; null where there is none. */
  readonly partnerId?: () => string | null;
}

/** Before a measurement runs, an unreachable service means no connection; a refusal is reported as such. */
async function orNoConnection<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof MeasurementFault && cause.code !== 'NETWORK_ERROR') throw cause;
    if (cause instanceof ApiError && isRefused(cause)) {
      const code = cause.status === 401 ? 'AUTHORIZATION' : 'NOT_ACCEPTED';
      throw new MeasurementFault(code, cause.message, { cause });
    }
    throw new MeasurementFault('CONNECTION_ERROR', 'The service cannot be reached.', { cause });
  }
}

/** The analysis service as a port of the measurement. */
export function createAnalysis({
  host,
  pageProtocol,
  token,
  studyId,
  prepare = () => Promise.resolve(),
  partnerId = () => null,
  ...options
}: AnalysisDeps): AnalysisPort {
  const addresses = analysisAddresses(host, pageProtocol);
  const tokens = createTokenRenewal(token);
  const rest = createAnalysisRest(addresses, tokens, options);
  // The library has no operation for these two routes.
  const routes = createClient(ANALYSIS_ROUTES, addresses.http);

  const discard = async (id: string): Promise<void> => {
    await routes.call('deleteMeasurement', { params: { id }, token: await tokens.get() });
  };
  const discardQuietly = (id: string): void => {
    // Best effort: what is not deleted now is removed by the service's own retention.
    discard(id).catch(() => undefined);
  };

  return {
    plan: (signal) =>
      orNoConnection(
        prepare()
          .then(studyId)
          .then((id) => rest.plan(id, signal)),
      ),
    create: async (signal) => {
      const id = await rest.create(await orNoConnection(studyId()), partnerId(), signal);
      // The library cannot abort a call; this measurement is no longer needed.
      if (signal.aborted) discardQuietly(id);
      return id;
    },
    connect: (measurementId, listener) =>
      connectSocket(
        { tokens, open: () => new WebSocket(addresses.socket, 'json') },
        measurementId,
        listener,
      ),
    missedResult: async (id, index, signal) => {
      const answer = await routes.call('retrieveIntermediate', {
        params: { id, chunk: String(index) },
        token: await tokens.get(),
        signal,
      });
      const result = resultMessageSchema.safeParse(answer);
      return result.success ? result.data : null;
    },
    discard: discardQuietly,
  };
}
