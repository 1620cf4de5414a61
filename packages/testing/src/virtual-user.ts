// SPDX-License-Identifier: Apache-2.0
/**
 * A user without a browser: gets a token, opens a measurement and sends its chunks over a websocket at the pace of a
 * camera. Like the app, it reconnects and resends chunks until they are acknowledged.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ACTIONS, type ResponseFrame } from '@perfuse/contract/analysis/frames';
import {
  RESULT_MULTIPLIER,
  resultMessageSchema,
  type ResultMessage,
} from '@perfuse/contract/results/message';
import { z } from '@perfuse/contract/schema';
import type { ClientOptions } from 'ws';
import { actionOf, storedActionOf } from './chunks.ts';
import { ProtocolSocket, SocketLost, type Traffic } from './protocol-socket.ts';

/** `http://host[:port]` of the server; read before each connection, so that users can change servers. */
export type Origin = () => string;

export interface VirtualUserOptions {
  readonly origin: Origin;
  readonly studyId: string;
  /** The chunks in order, base64. */
  readonly payloads: readonly string[];
  /** Time between chunks, ms; the first is sent when it has been filmed. */
  readonly paceMs: number;
  /** Time limit for the last result after the last chunk was due, ms. Default 60 s. */
  readonly timeoutMs?: number;
  /** Requests only the last result, which covers the whole recording. Default: one for each chunk. */
  readonly lastOnly?: boolean;
  /** Options of the websocket, such as a certificate authority. */
  readonly socketOptions?: ClientOptions;
  readonly fetch?: typeof fetch;
  /** Awaited before each chunk is sent. */
  readonly beforeChunk?: (at: number) => Promise<void> | void;
}

export interface VirtualUserOutcome {
  /**
   * `complete`: every chunk acknowledged and every result received. `refused`: rejected at the start with 429.
   * `lost`: anything else.
   */
  readonly kind: 'complete' | 'refused' | 'lost';
  readonly measurementId: string | null;
  /** Acknowledged chunks, in order of acknowledgement. */
  readonly acknowledged: readonly number[];
  /** Chunks with a result, in order of arrival, each once. */
  readonly answered: readonly number[];
  /** The first result of each chunk. */
  readonly results: ReadonlyMap<number, ResultMessage>;
  /** From sending a chunk for the first time to its acknowledgement, ms, by chunk. */
  readonly acknowledgedMs: ReadonlyMap<number, number>;
  /** From sending a chunk for the first time to its result, ms, by chunk. */
  readonly resultMs: ReadonlyMap<number, number>;
  /** Heart rate of the final result, per minute; null without one. */
  readonly heartRate: number | null;
  /** Of all its websockets, bytes. */
  readonly traffic: Traffic;
  /** Number of reconnections. */
  readonly reconnects: number;
  /** When refused: time until the refusal, ms, and its Retry-After, s. */
  readonly refusal: { readonly ms: number; readonly retryAfterS: number | null } | null;
  /** Error message, when lost. */
  readonly fault: string | null;
}

const tokenOf = z.object({ Token: z.string() });
const idOf = z.object({ ID: z.string() });
const studyOf = z.object({ studyId: z.string() });

/** Request id of the results, on every socket. */
const RESULTS = 'RESULT0001';
const TOO_MANY = 429;
/** Pauses between attempts, ms: doubled up to the longest. */
const RETRY_MS = { first: 250, longest: 4_000 } as const;
const TIMEOUT_MS = 60_000;

class Refused extends Error {
  readonly retryAfterS: number | null;
  constructor(retryAfterS: number | null) {
    super('refused');
    this.retryAfterS = retryAfterS;
  }
}

/** Id of the study for guests. */
export async function studyOfGuests(origin: string, get = fetch): Promise<string> {
  return studyOf.parse(await (await get(`${origin}/api/study`)).json()).studyId;
}

/** The result in a frame, and the index of its chunk; null for any other frame. */
function readResult({ requestId, body }: ResponseFrame) {
  if (requestId !== RESULTS) return null;
  const message = resultMessageSchema.safeParse(body);
  if (!message.success) return null;
  return { at: Number(message.data.MeasurementDataID.split(':')[1]), message: message.data };
}

const webSocketUrl = (origin: string): string => `${origin.replace(/^http/, 'ws')}/analysis`;

export class VirtualUser {
  readonly #options: VirtualUserOptions;
  readonly #acknowledged: number[] = [];
  readonly #answered = new Map<number, ResultMessage>();
  readonly #sentAt = new Map<number, number>();
  readonly #acknowledgedMs = new Map<number, number>();
  readonly #resultMs = new Map<number, number>();
  #token = '';
  #id: string | null = null;
  #socket: ProtocolSocket | null = null;
  readonly #sockets: ProtocolSocket[] = [];
  #deadline = Infinity;
  #wakeAtResult: () => void = () => undefined;

  constructor(options: VirtualUserOptions) {
    this.#options = options;
  }

  get measurementId(): string | null {
    return this.#id;
  }

  /** Terminates the websocket, as a change of networks does. */
  cut(): void {
    this.#socket?.terminate();
  }

  /** Runs the whole measurement. Never throws. */
  async measure(): Promise<VirtualUserOutcome> {
    const begun = performance.now();
    const { payloads, paceMs, timeoutMs = TIMEOUT_MS } = this.#options;
    this.#deadline = begun + payloads.length * paceMs + timeoutMs;
    try {
      this.#token = tokenOf.parse(await this.#post('/api/token')).Token;
      const body = { StudyID: this.#options.studyId, Resolution: 0 };
      this.#id = idOf.parse(await this.#post('/analysis/measurements', body)).ID;
      await this.#film();
      await this.#everyResult();
      return this.#outcome('complete', null, null);
    } catch (error) {
      if (error instanceof Refused) {
        const { retryAfterS } = error;
        return this.#outcome('refused', { ms: performance.now() - begun, retryAfterS }, null);
      }
      const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      return this.#outcome('lost', null, fault);
    } finally {
      this.#socket?.close();
    }
  }

  #outcome(
    kind: VirtualUserOutcome['kind'],
    refusal: VirtualUserOutcome['refusal'],
    fault: string | null,
  ): VirtualUserOutcome {
    const last = this.#answered.get(this.#options.payloads.length - 1);
    const rate = last?.Channels['HR_BPM']?.Data[0];
    return {
      kind,
      measurementId: this.#id,
      acknowledged: this.#acknowledged,
      answered: [...this.#answered.keys()],
      results: this.#answered,
      acknowledgedMs: this.#acknowledgedMs,
      resultMs: this.#resultMs,
      heartRate: rate === undefined || rate < 0 ? null : rate / RESULT_MULTIPLIER,
      traffic: this.#traffic(),
      reconnects: Math.max(0, this.#sockets.length - 1),
      refusal,
      fault,
    };
  }

  #traffic(): Traffic {
    const all = this.#sockets.map(({ traffic }) => traffic);
    return {
      sent: all.reduce((sum, { sent }) => sum + sent, 0),
      received: all.reduce((sum, { received }) => sum + received, 0),
    };
  }

  /** Posts with retries; a server that stops may be replaced by another one. */
  async #post(path: string, body?: unknown): Promise<unknown> {
    return this.#untilDone(async () => {
      const send = this.#options.fetch ?? fetch;
      const response = await send(`${this.#options.origin()}${path}`, {
        method: 'POST',
        headers: {
          ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }).catch(() => {
        throw new SocketLost(`no answer to ${path}`);
      });
      const answer: unknown = await response.json().catch(() => null);
      if (response.status === TOO_MANY) {
        const after = response.headers.get('retry-after');
        throw new Refused(after === null ? null : Number(after));
      }
      if (response.status >= 500) throw new SocketLost(`${path}: ${String(response.status)}`);
      if (!response.ok) {
        throw new Error(`${path}: ${String(response.status)} ${JSON.stringify(answer)}`);
      }
      return answer;
    });
  }

  /** Retries work that failed because no server answered, until the deadline. */
  async #untilDone<T>(work: () => Promise<T>): Promise<T> {
    for (let pause: number = RETRY_MS.first; ; pause = Math.min(2 * pause, RETRY_MS.longest)) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof SocketLost) || performance.now() + pause > this.#deadline)
          throw error;
        await wait(pause * (0.5 + Math.random()));
      }
    }
  }

  /** The open socket, or a new one that is logged in and subscribed to the results. */
  async #connected(): Promise<ProtocolSocket> {
    if (this.#socket !== null) return this.#socket;
    const socket = await this.#open((frame) => this.#takeResult(frame));
    this.#socket = socket;
    this.#sockets.push(socket);
    void socket.ended.then(() => {
      if (this.#socket === socket) this.#socket = null;
      this.#wakeAtResult();
    });
    return socket;
  }

  /** Opens a second websocket of the same user that also receives every result. */
  follow(answered: (at: number) => void): Promise<ProtocolSocket> {
    return this.#open((frame) => {
      const result = readResult(frame);
      if (result !== null) answered(result.at);
    });
  }

  async #open(pushed: (frame: ResponseFrame) => void): Promise<ProtocolSocket> {
    const { origin, socketOptions = {} } = this.#options;
    const socket = await ProtocolSocket.open(webSocketUrl(origin()), pushed, socketOptions);
    const demanded = async (answer: Promise<ResponseFrame>): Promise<void> => {
      const { status, body } = await answer;
      if (status !== 200) {
        socket.terminate();
        throw new SocketLost(`${String(status)} ${JSON.stringify(body)}`);
      }
    };
    await demanded(socket.ask(ACTIONS.loginWithToken, { Token: this.#token }));
    const subscription = { Params: { ID: this.#id }, RequestID: RESULTS };
    await demanded(socket.ask(ACTIONS.subscribeResults, subscription));
    return socket;
  }

  async #film(): Promise<void> {
    const { payloads, paceMs } = this.#options;
    await this.#untilDone(() => this.#connected());
    const begun = performance.now();
    for (const [at, Payload] of payloads.entries()) {
      await wait(Math.max(0, begun + (at + 1) * paceMs - performance.now()));
      await this.#options.beforeChunk?.(at);
      await this.#deliver(at, Payload);
    }
  }

  async #deliver(at: number, Payload: string): Promise<void> {
    const { payloads, lastOnly = false } = this.#options;
    const Action = (lastOnly ? storedActionOf : actionOf)(at, payloads.length);
    const body = { Params: { ID: this.#id }, Action, Payload };
    await this.#untilDone(async () => {
      const socket = await this.#connected();
      if (!this.#sentAt.has(at)) this.#sentAt.set(at, performance.now());
      const answer = await socket.ask(ACTIONS.data, body);
      if (answer.status >= 500) throw new SocketLost(`chunk: ${String(answer.status)}`);
      if (answer.status !== 200) {
        throw new Error(
          `chunk ${String(at)}: ${String(answer.status)} ${JSON.stringify(answer.body)}`,
        );
      }
    });
    this.#acknowledged.push(at);
    this.#acknowledgedMs.set(at, performance.now() - (this.#sentAt.get(at) ?? 0));
  }

  #takeResult(frame: ResponseFrame): void {
    const result = readResult(frame);
    if (result === null || this.#answered.has(result.at)) return;
    const { at, message } = result;
    this.#answered.set(at, message);
    this.#resultMs.set(at, performance.now() - (this.#sentAt.get(at) ?? 0));
    this.#wakeAtResult();
  }

  async #everyResult(): Promise<void> {
    const wanted = this.#options.lastOnly === true ? 1 : this.#options.payloads.length;
    while (this.#answered.size < wanted) {
      const left = this.#deadline - performance.now();
      if (left <= 0) {
        throw new Error(`${String(this.#answered.size)} of ${String(wanted)} results came in time`);
      }
      if (this.#socket === null) {
        await this.#untilDone(() => this.#connected());
        continue;
      }
      await new Promise<void>((resolve) => {
        const limit = setTimeout(resolve, left);
        this.#wakeAtResult = () => {
          clearTimeout(limit);
          resolve();
        };
      });
    }
  }
}
