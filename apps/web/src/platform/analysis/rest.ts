// SPDX-License-Identifier: Apache-2.0
/** The REST calls of a measurement, through the vendor's client library; its answers are parsed here. */
import dfxClient from '@nuralogix.ai/dfx-api-client';
import { idAnswer, sdkConfigAnswer, sdkConfigFileSchema } from '@perfuse/contract/analysis/schemas';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { PAYLOAD_VERSION } from '@perfuse/contract/payload/codec';
import type { z } from '@perfuse/contract/schema';
import type { FailureCode } from '@perfuse/contract/failures/catalogue';
import { MeasurementFault, type CapturePlan } from '@perfuse/flow';
import type { AnalysisAddresses } from './addresses.ts';
import { inTime } from '../browser/in-time.ts';
import { textFromBase64 } from './base64.ts';
import { retryWhileBusy, isBusy, pause, type Pause } from './busy.ts';
import type { LibraryAnswer } from './library-answer.ts';
import { serverProfileId, type ProfileOwner } from './server-profile.ts';
import type { TokenRenewal } from './token-renewal.ts';

const SDK_ID = 'perfuse-web';

export interface AnalysisRest {
  /**
   * @param signal ends the wait for a busy service.
   * @throws MeasurementFault NETWORK_ERROR, SERVICE_BUSY, SDK_CONFIG_REFUSED, NOT_ACCEPTED or UNKNOWN.
   */
  readonly plan: (studyId: string, signal?: AbortSignal) => Promise<CapturePlan>;
  /**
   * @throws MeasurementFault NETWORK_ERROR without an answer, SERVICE_BUSY after some tries, else AUTHORIZATION,
   * NOT_ACCEPTED, CONSENT_MISSING or CREATE_REFUSED.
   */
  readonly create: (
    studyId: string,
    partnerId?: string | null,
    signal?: AbortSignal,
  ) => Promise<string>;
}

/** The library cuts the last character off every address, so a slash is appended. */
function clientFor({ http, socket }: AnalysisAddresses) {
  return dfxClient({ url: { http: new URL(`${http}/`), wss: new URL(`${socket}/`) } });
}

/** The token is valid but does not allow this call. */
const FORBIDDEN = '403';
const isAnswer = (status: string): boolean => /^\d+$/.test(status);
const isBroken = (status: string): boolean => Number(status) >= 429;

interface Refusals {
  /** For 401: the token was refused. */
  readonly unauthorized: FailureCode;
  /** For a server error. */
  readonly broken: FailureCode;
  readonly otherwise: FailureCode;
}

export interface RestOptions {
  /** Whether a busy service is retried and then reported as SERVICE_BUSY; else it counts as broken at once. */
  readonly waitsForBusy?: boolean;
  readonly wait?: Pause;
  /** Owner of the profile that the service stores measurements under; without it, under none. */
  readonly owner?: () => ProfileOwner;
  /** Whether the service has a sufficient consent of the person; called when it refuses a measurement. */
  readonly hasConsent?: () => Promise<boolean>;
  /** Logs why a measurement has no profile. */
  readonly log?: (message: string) => void;
}

/** The measurement continues without a profile that takes longer, ms: the person waits. */
const PROFILE_MS = 4000;
/** Time limit of an answer, ms: the library waits forever for a network that takes a request and never answers. */
export const ANSWER_MS = 15_000;
const unanswered = (): MeasurementFault =>
  new MeasurementFault('NETWORK_ERROR', 'The service does not answer.');

function codeOf(
  status: string,
  { unauthorized, broken, otherwise }: Refusals,
  waitsForBusy: boolean,
): FailureCode {
  if (!isAnswer(status)) return 'NETWORK_ERROR';
  if (status === '401') return unauthorized;
  if (status === FORBIDDEN) return 'NOT_ACCEPTED';
  if (waitsForBusy && isBusy(status)) return 'SERVICE_BUSY';
  return isBroken(status) ? broken : otherwise;
}

/** The capture plan. A file in an unknown format, as from another host of the protocol, gives the default plan. */
function planOf(configFile: string): CapturePlan {
  let file: unknown;
  try {
    file = JSON.parse(textFromBase64(configFile) ?? '');
  } catch {
    file = null;
  }
  const config = sdkConfigFileSchema.safeParse(file);
  if (!config.success) return { chunkCount: MEASUREMENT.chunkCount, chunkS: MEASUREMENT.chunkS };
  if (config.data.payloadVersion !== PAYLOAD_VERSION) {
    throw new MeasurementFault('UNKNOWN', 'The service asks for another payload version.');
  }
  return { chunkCount: config.data.chunkCount, chunkS: config.data.chunkS };
}

/**
 * Whether the service answered 304. Some servers send a content type even then, and the library fails to read the body
 * that a 304 never has.
 */
function isUnchanged({ status, body }: LibraryAnswer): boolean {
  const unreadable =
    typeof body === 'object' && body !== null && 'Code' in body && body.Code === 'SYNTAX_ERROR';
  return status === '304' || (status === 'UNKNOWN' && unreadable);
}

export function createAnalysisRest(
  addresses: AnalysisAddresses,
  tokens: TokenRenewal,
  {
    waitsForBusy = true,
    wait = pause,
    owner,
    hasConsent = () => Promise.resolve(true),
    log = () => undefined,
  }: RestOptions = {},
): AnalysisRest {
  const client = clientFor(addresses);
  let known: {
    readonly studyId: string;
    readonly hash: string;
    readonly plan: CapturePlan;
  } | null = null;

  /** Calls with the current token, and once more with a renewed one when it is refused. */
  const callOnce = async (run: () => Promise<LibraryAnswer>): Promise<LibraryAnswer> => {
    const attempt = async (): Promise<readonly [string, LibraryAnswer]> => {
      const token = await tokens.get();
      // The service decides which kind the token is: the library has one slot for each kind.
      client.setSession({ deviceToken: token, userToken: token });
      return [token, await inTime(run(), ANSWER_MS, unanswered)];
    };
    const [token, answer] = await attempt();
    if (answer.status === '200') tokens.accepted(token);
    if (answer.status !== '401') return answer;
    await tokens.refused(token);
    const [renewed, second] = await attempt();
    if (second.status === '200') tokens.accepted(renewed);
    return second;
  };
  /** Null when no profile is available, which does not stop a measurement. */
  const profileId = async (): Promise<string | null> => {
    if (owner === undefined) return null;
    try {
      const profile = serverProfileId(client.http, callOnce, owner());
      return await inTime(profile, PROFILE_MS, () => new Error('profiles: no answer in time'));
    } catch (cause) {
      log(cause instanceof Error ? cause.message : String(cause));
      return null;
    }
  };
  const call = (run: () => Promise<LibraryAnswer>, signal?: AbortSignal) =>
    waitsForBusy ? retryWhileBusy(() => callOnce(run), wait, signal) : callOnce(run);

  const parsed = <T>(schema: z.ZodMiniType<T>, answer: LibraryAnswer, codes: Refusals): T => {
    const { status, body } = answer;
    const result = schema.safeParse(body);
    if (status === '200' && result.success) return result.data;
    throw new MeasurementFault(codeOf(status, codes, waitsForBusy), `status ${status}`);
  };

  return {
    plan: async (studyId, signal) => {
      const current = known?.studyId === studyId ? known : null;
      const answer = await call(
        () =>
          client.http.studies.retrieveSdkConfigData({
            StudyID: studyId,
            SDKID: SDK_ID,
            MD5Hash: current?.hash ?? '',
          }),
        signal,
      );
      if (current !== null && isUnchanged(answer)) return current.plan;
      const { MD5Hash, ConfigFile } = parsed(sdkConfigAnswer, answer, {
        unauthorized: 'SDK_CONFIG_REFUSED',
        broken: 'NETWORK_ERROR',
        otherwise: 'UNKNOWN',
      });
      const plan = planOf(ConfigFile);
      known = { studyId, hash: MD5Hash, plan };
      return plan;
    },
    create: async (studyId, partnerId = null, signal) => {
      const named = partnerId === null ? {} : { PartnerID: partnerId };
      const begin = (profile: { UserProfileID?: string }) =>
        call(
          () =>
            client.http.measurements.create({
              StudyID: studyId,
              Resolution: 0,
              ...profile,
              ...named,
            }),
          signal,
        );
      const id = await profileId();
      let answer = await begin(id === null ? {} : { UserProfileID: id });
      // The profile was deleted, or belongs to the previous owner of the token.
      if (id !== null && answer.status === '404') {
        log('The service does not know the profile any more.');
        answer = await begin({});
      }
      if (answer.status === FORBIDDEN && !(await hasConsent().catch(() => true))) {
        throw new MeasurementFault('CONSENT_MISSING', 'The service has no consent that suffices.');
      }
      return parsed(idAnswer, answer, {
        unauthorized: 'AUTHORIZATION',
        broken: 'CREATE_REFUSED',
        otherwise: 'CREATE_REFUSED',
      }).ID;
    },
  };
}
