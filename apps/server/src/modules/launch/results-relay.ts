// SPDX-License-Identifier: Apache-2.0
import { setTimeout as delay } from 'node:timers/promises';
import {
  dataIdAnswer,
  type RelayResultsBody,
  type ResultsApiBody,
} from '@perfuse/contract/launch/results';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { sha256 } from '../../platform/crypto/digest.ts';
import {
  PostError,
  type GuardedPost,
  type PostAnswer,
} from '../../platform/outbound/guarded-post.ts';
import type { ConfigurationRepository, WebhookSigner } from '../organisations/index.ts';
import type { LaunchRepository } from './launch-repository.ts';
import { launchOf } from './launch-secrets.ts';
import { verifyResults, type MeasuredDeps, type Verified } from './measured-results.ts';
import type { LaunchRow } from './tables.ts';

/** Pauses between tries, ms; short, because a person waits for the answer. */
const USUAL_PAUSES: readonly number[] = [500, 1500];
/** Most different results of one visit. */
const MAX_RESULTS = 20;

export interface RelayDeps {
  readonly launches: LaunchRepository;
  readonly configurations: ConfigurationRepository;
  readonly measured: MeasuredDeps;
  readonly signer: WebhookSigner;
  readonly post: GuardedPost;
  /** For tests that cannot wait. */
  readonly pauses?: readonly number[];
}

interface Delivery {
  readonly address: string;
  readonly organisationId: string;
  readonly digest: string;
  readonly body: string;
}

interface Running {
  /** Hash of the visit's launch id. */
  readonly hash: string;
  readonly dataId: Promise<string>;
}

/** Whether another try may succeed: the peer is unavailable. A refusal of the address or of the results is final. */
const mayPass = (outcome: PostAnswer | PostError): boolean =>
  outcome instanceof PostError
    ? ['UNREACHABLE', 'TIMED_OUT', 'NAME_NOT_FOUND'].includes(outcome.code)
    : outcome.status >= 500 || outcome.status === 408 || outcome.status === 429;

/** Passes results on to the results API of a configuration. */
export class ResultsRelay {
  readonly #deps: RelayDeps;
  /** The same results posted twice at once reach the results API once. */
  readonly #running = new Map<string, Running>();

  constructor(deps: RelayDeps) {
    this.#deps = deps;
  }

  /**
   * @returns the `dataId` of the results API.
   * @throws ServiceError INVALID_LAUNCH, NOT_OF_THIS_LAUNCH, NOT_FOUND without a results API, VALIDATION_ERROR for text
   * that is not results and for results that should be encrypted, RATE_LIMIT, RESULTS_REFUSED when the results API
   * refuses them, or SERVICE_UNAVAILABLE when it cannot be reached.
   */
  async pass(secret: string | null, configId: string, body: RelayResultsBody): Promise<string> {
    const launch = await launchOf(this.#deps.launches, secret, {
      configId,
      sessionIds: [body.sessionId],
    });
    const { hash } = launch;
    const digest = sha256(`${hash}.${body.results}`);
    const running = this.#running.get(digest);
    if (running !== undefined) return running.dataId;
    const dataId = this.#deliverOnce(launch, digest, body);
    this.#running.set(digest, { hash, dataId });
    try {
      return await dataId;
    } finally {
      this.#running.delete(digest);
    }
  }

  /** Checks for an earlier answer within the running call, so that no other call starts between check and delivery. */
  async #deliverOnce(launch: LaunchRow, digest: string, body: RelayResultsBody): Promise<string> {
    const known = await this.#deps.launches.dataId(launch.hash, digest);
    return known ?? this.#deliver(launch, digest, body);
  }

  async #deliver(launch: LaunchRow, digest: string, body: RelayResultsBody): Promise<string> {
    const { launches, configurations } = this.#deps;
    const configuration = await configurations.find(launch.configuration_id);
    const address = launch.results_api_url ?? configuration?.settings.resultsCallbackApiUrl;
    if (configuration === null || address === undefined) {
      throw new ServiceError('NOT_FOUND', 'The configuration has no results API.');
    }
    if (configuration.settings.encryptResults === true && !body.resultsAreEncrypted) {
      throw new ServiceError('VALIDATION_ERROR', 'The results must be encrypted.', {
        resultsAreEncrypted: [['VALUES', ['true']]],
      });
    }
    const { measurement, text } = await this.#verify(launch, body);
    // Counted first: results that arrive meanwhile count twice rather than not at all.
    const ahead = this.#ahead(launch.hash, digest);
    if (ahead + (await launches.countPosts(launch.hash)) >= MAX_RESULTS) {
      throw new ServiceError('RATE_LIMIT', `A visit has at most ${String(MAX_RESULTS)} results.`);
    }
    const { sessionId, resultsAreEncrypted } = body;
    const dataId = await this.#post({
      address,
      organisationId: configuration.organisation_id,
      digest,
      body: JSON.stringify({
        results: text,
        resultsAreEncrypted,
        sessionId,
        verified: { session: launch.session_by, measurement },
      } satisfies ResultsApiBody),
    });
    await launches.keepDataId(launch.hash, digest, dataId);
    return dataId;
  }

  /**
   * @returns the results to pass on, in the form received: base64, or a compact JWE.
   * @throws ServiceError VALIDATION_ERROR for text that is not results, NOT_OF_THIS_LAUNCH for results that the launch
   * has not measured.
   */
  async #verify(
    launch: LaunchRow,
    { results, resultsAreEncrypted }: RelayResultsBody,
  ): Promise<Verified> {
    const { launches, measured } = this.#deps;
    if (!resultsAreEncrypted) {
      const given = Buffer.from(results, 'base64').toString('utf8');
      const { measurement, text } = await verifyResults(measured, launch, given, {
        results: [['VALID_PROPERTIES', ['is not base64 of the JSON text of results']]],
      });
      return { measurement, text: Buffer.from(text).toString('base64') };
    }
    const measurement = await launches.encrypted(launch.hash, sha256(results));
    if (measurement === null) throw new ServiceError('NOT_OF_THIS_LAUNCH');
    return { measurement, text: results };
  }

  /** Other results of a visit that came earlier and are still being delivered: they count as delivered. */
  #ahead(hash: string, digest: string): number {
    const ofVisit = [...this.#running].filter(([, running]) => running.hash === hash);
    return ofVisit.findIndex(([known]) => known === digest);
  }

  async #post(delivery: Delivery): Promise<string> {
    const pauses = this.#deps.pauses ?? USUAL_PAUSES;
    let outcome = await this.#try(delivery);
    for (const pause of pauses) {
      if (!mayPass(outcome)) break;
      await delay(pause);
      outcome = await this.#try(delivery);
    }
    const code = mayPass(outcome) ? 'SERVICE_UNAVAILABLE' : 'RESULTS_REFUSED';
    if (outcome instanceof PostError) {
      throw new ServiceError(code, `The results API: ${outcome.code}.`);
    }
    const isTaken = outcome.status >= 200 && outcome.status < 300;
    const read = isTaken ? dataIdOf(outcome.body) : null;
    if (read === null) {
      const lacking = isTaken ? ' without a valid dataId' : '';
      const status = String(outcome.status);
      throw new ServiceError(code, `The results API answered HTTP ${status}${lacking}.`);
    }
    return read;
  }

  async #try({ address, organisationId, digest, body }: Delivery): Promise<PostAnswer | PostError> {
    const { post, signer } = this.#deps;
    const headers = {
      ...(await signer.sign(organisationId, body)),
      'idempotency-key': digest,
    };
    try {
      return await post(address, { headers, body });
    } catch (error) {
      if (error instanceof PostError) return error;
      throw error;
    }
  }
}

function dataIdOf(text: string): string | null {
  try {
    const parsed = dataIdAnswer.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.dataId : null;
  } catch {
    return null;
  }
}
