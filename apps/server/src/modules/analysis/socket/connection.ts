// SPDX-License-Identifier: Apache-2.0
import type { WebSocket } from '@fastify/websocket';
import { ACTIONS, type RequestFrame } from '@perfuse/contract/analysis/frames';
import type { FastifyBaseLogger } from 'fastify';
import { toServiceError } from '../../../platform/http/error-mapping.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { activeSpan, traced, type Tracing } from '../../../platform/telemetry/span.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createMessageRate } from './message-rate.ts';
import { Session, type SessionDeps } from './session.ts';
import type { Wire } from './wire.ts';

type RawData = Buffer | ArrayBuffer | Buffer[];

/** Bytes that may wait for a client which does not read; more ends the socket, the results stay retrievable. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Answers a frame whose request id could not be read. */
const NO_REQUEST_ID = '0000000000';

/** An action is the client's to name: only those of the protocol are told on. */
const KNOWN_ACTIONS: ReadonlySet<string> = new Set(Object.values(ACTIONS));

/** Close codes of the websocket standard. */
const CLOSE = { goingAway: 1001, policy: 1008 } as const;

function toFrame(data: RawData, isBinary: boolean): Uint8Array | string {
  const bytes = Array.isArray(data)
    ? Buffer.concat(data)
    : data instanceof ArrayBuffer
      ? Buffer.from(data)
      : data;
  return isBinary ? bytes : bytes.toString('utf8');
}

/** One websocket of the analysis service: frames in, binary frames out. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #log: FastifyBaseLogger;
  readonly #tracing: Tracing;
  readonly #wire: Wire;
  readonly #session: Session;
  readonly #inbox: Inbox<Uint8Array | string>;
  readonly #mayPass = createMessageRate();
  readonly #loginDeadline: NodeJS.Timeout;
  #answersPing = true;
  /** Whether the server has more messages in hand than it takes at once, and reads no more until then. */
  #isHeld = false;

  /** Listens at once: a message may come with the very packet that opened the socket. */
  constructor(
    socket: WebSocket,
    deps: SessionDeps,
    principal: Principal | null,
    loginTimeoutMs: number,
    log: FastifyBaseLogger,
    tracing: Tracing,
    wire: Wire,
  ) {
    this.#socket = socket;
    this.#log = log;
    this.#tracing = tracing;
    this.#wire = wire;
    this.#session = new Session(deps, (requestId, status, body) =>
      this.#send(requestId, status, body),
    );
    this.#inbox = createInbox({
      handle: (frame) => this.#handle(frame),
      hold: () => {
        this.#isHeld = true;
        socket.pause();
      },
      release: () => {
        this.#isHeld = false;
        this.#answersPing = true;
        socket.resume();
      },
    });
    socket.on('message', (data: RawData, isBinary: boolean) => {
      this.#answersPing = true;
      this.#inbox.push(toFrame(data, isBinary));
    });
    socket.on('pong', () => {
      this.#answersPing = true;
    });
    socket.on('close', () => {
      clearTimeout(this.#loginDeadline);
      this.#session.end();
      void this.#inbox.close();
    });
    this.#loginDeadline = setTimeout(() => {
      if (!this.#session.isLoggedIn) socket.close(CLOSE.policy, 'no login');
    }, loginTimeoutMs);
    this.#loginDeadline.unref();
    if (principal !== null) this.#logIn(principal);
  }

  #logIn(principal: Principal): void {
    try {
      this.#session.logIn(principal);
    } catch {
      this.#socket.close(CLOSE.policy, 'too many sockets');
    }
  }

  #send(requestId: string, status: number, body: unknown): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      this.#socket.terminate();
      return;
    }
    this.#socket.send(this.#wire.encode(requestId, status, body), { binary: true });
  }

  #refuse(requestId: string, error: unknown): void {
    const answer = toServiceError(error);
    activeSpan()?.fail(answer.code);
    if (answer.status >= 500) {
      this.#log.error({ err: error, code: answer.code }, 'socket request failed');
    }
    this.#send(requestId, answer.status, answer.body);
  }

  async #handle(bytes: Uint8Array | string): Promise<void> {
    const frame = this.#wire.decode(bytes);
    if (!frame.ok) {
      const { requestId, message } = frame.reason;
      this.#refuse(requestId ?? NO_REQUEST_ID, new ServiceError('BAD_REQUEST', message));
      return;
    }
    const { action } = frame.value;
    const name = KNOWN_ACTIONS.has(action) ? `socket ${action}` : 'socket (unknown)';
    const facts = { 'perfuse.action': KNOWN_ACTIONS.has(action) ? action : '(unknown)' };
    await traced(this.#tracing, { name, kind: 'server', facts }, () => this.#act(frame.value));
  }

  async #act(frame: RequestFrame): Promise<void> {
    try {
      if (!this.#mayPass()) throw new ServiceError('RATE_LIMIT', 'Too many messages.');
      await this.#session.act(frame);
    } catch (error) {
      this.#refuse(frame.requestId, error);
    }
  }

  get measuringUntil(): number {
    return this.#session.measuringUntil;
  }

  /** Asks for a sign of life; ends the socket when the last one never came. */
  ping(): void {
    // An answer would not be read: the wait is the server's own.
    if (this.#isHeld) return;
    if (!this.#answersPing) {
      this.#socket.terminate();
      return;
    }
    this.#answersPing = false;
    this.#socket.ping();
  }

  /** Finishes the message in hand, says goodbye and resolves when the client did too. */
  async close(): Promise<void> {
    await this.#inbox.close();
    if (this.#socket.readyState === this.#socket.CLOSED) return;
    const closed = new Promise((resolve) => this.#socket.once('close', resolve));
    this.#socket.close(CLOSE.goingAway, 'closing');
    await closed;
  }

  terminate(): void {
    this.#socket.terminate();
  }
}
