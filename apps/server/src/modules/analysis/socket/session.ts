// SPDX-License-Identifier: Apache-2.0
import { ACTIONS, type RequestFrame } from '@perfuse/contract/analysis/frames';
import {
  dataFrameBody,
  loginWithTokenBody,
  subscribeBody,
} from '@perfuse/contract/analysis/schemas';
import { ANALYSIS_LIMITS } from '@perfuse/contract/limits';
import type { ConcurrencyLimit } from '../../../platform/http/concurrency-limit.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { parseInput } from '../../../platform/errors/validation.ts';
import type { TokenService } from '../../accounts/index.ts';
import { IDLE_MS } from '../admission/admission.ts';
import type { ChunkRepository } from '../chunks/chunk-repository.ts';
import type { ResultRepository } from '../../measurements/index.ts';
import type { ChunkService } from '../chunks/chunk-service.ts';
import type { ResultHub } from '../delivery/result-hub.ts';
import { Subscriptions } from './subscriptions.ts';

export interface SessionDeps {
  readonly tokens: TokenService;
  readonly chunks: ChunkRepository;
  readonly chunkService: ChunkService;
  readonly results: ResultRepository;
  readonly hub: ResultHub;
  readonly limits: ConcurrencyLimit;
  /** @throws ServiceError while the database is known to be unavailable. */
  readonly assertReached: () => Promise<void>;
  /** Called when a measurement on a socket has its last result. */
  readonly ended: () => void;
}

/** Sends one response frame. */
export type Reply = (requestId: string, status: number, body: unknown) => void;

const OK = 200;
/** Statuses after which no result comes. */
const CLOSED: ReadonlySet<string> = new Set(['COMPLETE', 'ERROR', 'INCOMPLETE']);

/** Permissions and subscriptions of one socket: the three actions of the protocol, without the wire. */
export class Session {
  readonly #deps: SessionDeps;
  readonly #reply: Reply;
  readonly #subscriptions: Subscriptions;
  #principal: Principal | null = null;
  #leave: () => void = () => undefined;
  #ended = false;
  /** When each measurement that waits for its last result last received data, ms. */
  readonly #underWay = new Map<string, number>();

  constructor(deps: SessionDeps, reply: Reply) {
    this.#deps = deps;
    this.#reply = reply;
    this.#subscriptions = new Subscriptions(deps.results, deps.hub, (requestId, message) => {
      reply(requestId, OK, message);
      if (!CLOSED.has(message.StatusID ?? '')) return;
      this.#underWay.delete(message.MeasurementID);
      this.#subscriptions.end(message.MeasurementID);
      deps.ended();
    });
  }

  /** Until when a measurement on this socket runs if no more data come, ms; -Infinity without one. */
  get measuringUntil(): number {
    return Math.max(...this.#underWay.values()) + IDLE_MS;
  }

  get isLoggedIn(): boolean {
    return this.#principal !== null;
  }

  /**
   * Ties the socket to a token, or to the next one of the same device after a renewal.
   * @throws ServiceError RATE_LIMIT when the token has no socket left, RESTRICTED for the token of another device.
   */
  logIn(principal: Principal): void {
    const known = this.#principal;
    if (known !== null && known.deviceId !== principal.deviceId) {
      throw new ServiceError('RESTRICTED', 'This socket belongs to another device.');
    }
    if (known?.familyId !== principal.familyId) {
      const leave = this.#ended ? null : this.#deps.limits.take(principal.familyId);
      if (leave === null) throw new ServiceError('RATE_LIMIT', 'This token has too many sockets.');
      this.#leave();
      this.#leave = leave;
    }
    this.#principal = principal;
  }

  /** Releases the place and the subscriptions; the socket is closed. */
  end(): void {
    this.#ended = true;
    this.#leave();
    this.#subscriptions.endAll();
  }

  /** @throws ServiceError with the code to answer. */
  async act(frame: RequestFrame): Promise<void> {
    await this.#deps.assertReached();
    switch (frame.action) {
      case ACTIONS.loginWithToken:
        return this.#loginWithToken(frame);
      case ACTIONS.subscribeResults:
        return this.#subscribe(frame, await this.#checked());
      case ACTIONS.data:
        return this.#addData(frame, await this.#checked());
      default:
        throw new ServiceError('INCORRECT_REQUEST', `Invalid Route Number ${frame.action}.`);
    }
  }

  async #checked(): Promise<Principal> {
    if (this.#principal === null) throw new ServiceError('INVALID_TOKEN');
    await this.#deps.tokens.recheck(this.#principal);
    return this.#principal;
  }

  async #loginWithToken({ requestId, body }: RequestFrame): Promise<void> {
    const { Token } = parseInput(loginWithTokenBody, body, 'body');
    this.logIn(await this.#deps.tokens.authenticateMeasuring(Token));
    this.#reply(requestId, OK, { Token });
  }

  async #subscribe({ requestId, body }: RequestFrame, principal: Principal): Promise<void> {
    const { Params, RequestID } = parseInput(subscribeBody, body, 'body');
    if (!(await this.#deps.chunks.exists(principal.deviceId, Params.ID))) {
      throw new ServiceError('INVALID_MEASUREMENT');
    }
    if (!this.#subscriptions.has(Params.ID)) await this.#assertPlace(principal);
    this.#underWay.set(Params.ID, performance.now());
    await this.#subscriptions.add(Params.ID, RequestID, () => this.#reply(requestId, OK, {}));
    if (this.#ended) this.#subscriptions.endAll();
  }

  /**
   * A client may keep its socket for many measurements in turn: those that ended without a last result, abandoned or
   * deleted, take no place either.
   * @throws ServiceError RATE_LIMIT.
   */
  async #assertPlace({ deviceId }: Principal): Promise<void> {
    const most = ANALYSIS_LIMITS.maxOpenMeasurementsPerToken;
    if (this.#subscriptions.size < most) return;
    for (const id of this.#subscriptions.measurements) {
      if (await this.#deps.chunks.hasResults(deviceId, id)) continue;
      this.#subscriptions.end(id);
      this.#underWay.delete(id);
    }
    if (this.#subscriptions.size < most) return;
    throw new ServiceError('RATE_LIMIT', `At most ${String(most)} subscriptions on a socket.`);
  }

  async #addData({ requestId, body }: RequestFrame, principal: Principal): Promise<void> {
    const { Params, ...data } = parseInput(dataFrameBody, body, 'body');
    const answer = await this.#deps.chunkService.add(principal, Params.ID, data);
    if (this.#underWay.has(Params.ID)) this.#underWay.set(Params.ID, performance.now());
    this.#reply(requestId, OK, answer);
  }
}
