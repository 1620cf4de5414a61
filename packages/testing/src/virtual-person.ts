// SPDX-License-Identifier: Apache-2.0
/**
 * A person who measures, without a browser: a token, a measurement, and its chunks over a websocket at the pace of a
 * camera. Like the app it keeps each chunk until it is acknowledged, opens the socket again when it breaks, and sends
 * again what was not acknowledged.
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
import { actionOf } from './chunks.ts';
import { ProtocolSocket, SocketLost } from './protocol-socket.ts';

/** Where a request goes: `http://host[:port]`. Asked for each connection anew, so that people can move. */
export type Origin = () => string;

export interface VirtualPersonOptions {
  readonly origin: Origin;
  readonly studyId: string;
  /** The chunks in order, base64. */
  readonly payloads: readonly string[];
  /** Time from one chunk to the next, ms; the first is sent when it has been filmed. */
  readonly paceMs: number;
  /** How long after the last chunk was due the person waits for the last result, ms. Default 60 s. */
  readonly patienceMs?: number;
  /** Of the websocket, such as a certificate authority. */
  readonly socketOptions?: ClientOptions;
  readonly fetch?: typeof fetch;
  /** Waited for before each chunk is sent: holds the person up where a test wants to. */
  readonly beforeChunk?: (at: number) => Promise<void> | void;
}

export interface PersonOutcome {
  /**
   * `complete`: every chunk acknowledged and answered. `refused`: told at the start that there is no room.
   * `lost`: anything else.
   */
  readonly kind: 'complete' | 'refused' | 'lost';
  readonly measurementId: string | null;
  /** Chunks that the server said it has stored, in order of their acknowledgement. */
  readonly acknowledged: readonly number[];
  /** Chunks that a result came for, in the order they came; each once. */
  readonly answered: readonly number[];
  /** From sending a chunk for the first time to its acknowledgement, ms, by chunk. */
  readonly acknowledgedMs: ReadonlyMap<number, number>;
  /** From sending a chunk for the first time to its result, ms, by chunk. */
  readonly resultMs: ReadonlyMap<number, number>;
  /** Heart rate of the final result, per minute; null without one. */
  readonly heartRate: number | null;
  /** Websockets that had to be opened again. */
  readonly reconnects: number;
  /** When refused: how long until the person was told, ms, and the server's advice, s. */
  readonly refusal: { readonly ms: number; readonly retryAfterS: number | null } | null;
  /** In one line, when lost. */
  readonly fault: string | null;
}

const tokenOf = z.object({ Token: z.string() });
const idOf = z.object({ ID: z.string() });
const studyOf = z.object({ studyId: z.string() });

/** Results come under this id, on whichever socket. */
const RESULTS = 'RESULT0001';
const TOO_MANY = 429;
/** Waits between tries, ms: doubled up to the longest. */
const RETRY_MS = { first: 250, longest: 4_000 } as const;
const PATIENCE_MS = 60_000;

class Refused extends Error {
  readonly retryAfterS: number | null;
  constructor(retryAfterS: number | null) {
    super('refused');
    this.retryAfterS = retryAfterS;
  }
}

/** The study that guests of an installation measure under. */
export async function studyOfGuests(origin: string, get = fetch): Promise<string> {
  return studyOf.parse(await (await get(`${origin}/api/study`)).json()).studyId;
}

/** The result that a frame holds, and of which chunk; null for any other frame. */
function readResult({ requestId, body }: ResponseFrame) {
  if (requestId !== RESULTS) return null;
  const message = resultMessageSchema.safeParse(body);
  if (!message.success) return null;
  return { at: Number(message.data.MeasurementDataID.split(':')[1]), message: message.data };
}

const webSocketUrl = (origin: string): string => `${origin.replace(/^http/, 'ws')}/analysis`;

export class VirtualPerson {
  readonly #options: VirtualPersonOptions;
  readonly #acknowledged: number[] = [];
  readonly #answered = new Map<number, ResultMessage>();
  readonly #sentAt = new Map<number, number>();
  readonly #acknowledgedMs = new Map<number, number>();
  readonly #resultMs = new Map<number, number>();
  #token = '';
  #id: string | null = null;
  #socket: ProtocolSocket | null = null;
  #opened = 0;
  #deadline = Infinity;
  #wakeAtResult: () => void = () => undefined;

  constructor(options: VirtualPersonOptions) {
    this.#options = options;
  }

  get measurementId(): string | null {
    return this.#id;
  }

  /** Cuts the websocket, as a phone does that changes its network. */
  cut(): void {
    this.#socket?.terminate();
  }

  /** The whole measurement. Never throws. */
  async measure(): Promise<PersonOutcome> {
    const begun = performance.now();
    const { payloads, paceMs, patienceMs = PATIENCE_MS } = this.#options;
    this.#deadline = begun + payloads.length * paceMs + patienceMs;
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
    kind: PersonOutcome['kind'],
    refusal: PersonOutcome['refusal'],
    fault: string | null,
  ): PersonOutcome {
    const last = this.#answered.get(this.#options.payloads.length - 1);
    const rate = last?.Channels['HR_BPM']?.Data[0];
    return {
      kind,
      measurementId: this.#id,
      acknowledged: this.#acknowledged,
      answered: [...this.#answered.keys()],
      acknowledgedMs: this.#acknowledgedMs,
      resultMs: this.#resultMs,
      heartRate: rate === undefined || rate < 0 ? null : rate / RESULT_MULTIPLIER,
      reconnects: Math.max(0, this.#opened - 1),
      refusal,
      fault,
    };
  }

  /** Posts until somebody answers: a server that stops is tried elsewhere. */
  async #post(path: string, body?: unknown): Promise<unknown> {
    return this.#untilDone(async () => {
      const send = this.#options.fetch ?? fetch;
      const response = await send(`${this.#options.origin()}${path}`, {
        method: 'POST',
        headers: {
          ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
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

  /** Tries again what failed for want of a server, until the person's patience ends. */
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

  /** The socket in hand, or another one that is logged in and told of every result. */
  async #connected(): Promise<ProtocolSocket> {
    if (this.#socket !== null) return this.#socket;
    const socket = await this.#open((frame) => this.#takeResult(frame));
    this.#socket = socket;
    this.#opened += 1;
    void socket.ended.then(() => {
      if (this.#socket === socket) this.#socket = null;
      this.#wakeAtResult();
    });
    return socket;
  }

  /** Another websocket of the same person that gets every result too, such as a second window. */
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
    const body = {
      Params: { ID: this.#id },
      Action: actionOf(at, this.#options.payloads.length),
      Payload,
    };
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
    const wanted = this.#options.payloads.length;
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
