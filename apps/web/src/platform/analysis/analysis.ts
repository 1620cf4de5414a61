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
  /** The page's own, `http:` or `https:`. */
  readonly pageProtocol: string;
  readonly token: TokenSource;
  /** Throws when the backend cannot be asked. */
  readonly studyId: () => Promise<string>;
  /** What has to be at the service before anything is measured. Throws when it cannot be brought there. */
  readonly prepare?: () => Promise<void>;
  /** How an integrator names the measurement; null where none does. */
  readonly partnerId?: () => string | null;
}

/** Before anything runs, a service that cannot be reached is simply no connection; one that refuses is there. */
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

/** The analysis service as the measurement sees it. */
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
  // The library has no operation for these two.
  const routes = createClient(ANALYSIS_ROUTES, addresses.http);

  const discard = async (id: string): Promise<void> => {
    await routes.call('deleteMeasurement', { params: { id }, token: await tokens.get() });
  };
  const discardQuietly = (id: string): void => {
    // It is only tidying up: what is not deleted now, the service's own retention removes.
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
