// SPDX-License-Identifier: Apache-2.0
import type { WebSocket } from '@fastify/websocket';
import { ACTIONS, type RequestFrame } from '@perfuse/contract/analysis/frames';
import type { FastifyBaseLogger } from 'fastify';
import type { Socket } from 'node:net';
import { toServiceError } from '../../../platform/http/error-mapping.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { activeSpan, traced, type Tracing } from '../../../platform/telemetry/span.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createMessageRate } from './message-rate.ts';
import { Session, type SessionDeps } from './session.ts';
import type { Wire } from './wire.ts';

type RawData = Buffer | ArrayBuffer | Buffer[];

/** Most bytes that wait for a client which does not read; more ends the socket, the results stay retrievable. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Most messages handled before a login: it takes one, or a few more with expired tokens. */
const MAX_BEFORE_LOGIN = 16;
/** Longest wait for a client to answer a close frame, ms. */
const GOODBYE_MS = 1_000;
/** Bytes of a client's ping or pong before its payload: these frames have one form. */
const CONTROL_HEAD_BYTES = 6;
/** Answers a frame whose request id could not be read. */
const NO_REQUEST_ID = '0000000000';

/** The client can name any action: only those of the protocol are traced by name. */
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

export interface ConnectionDeps {
  readonly session: SessionDeps;
  /** What the websocket reads from. */
  readonly transport: Socket;
  readonly loginTimeoutMs: number;
  readonly log: FastifyBaseLogger;
  readonly tracing: Tracing;
  readonly wire: Wire;
  /** Called when the client is cut off for what it sent. */
  readonly flooded: () => void;
}

/** One websocket of the analysis service: frames in, binary frames out. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #deps: ConnectionDeps;
  readonly #session: Session;
  readonly #inbox: Inbox<Uint8Array | string>;
  readonly #mayPass = createMessageRate();
  readonly #loginDeadline: NodeJS.Timeout;
  #answersPing = true;
  #beforeLogin = 0;
  /** Bytes received, and those of them that belong to whole messages, pings and pongs. */
  #received = 0;
  #understood = 0;
  /** Whether reading is paused, as the server has more messages in hand than it takes at once. */
  #isHeld = false;

  /** Listens at once: a message may arrive in the packet that opened the socket. */
  constructor(socket: WebSocket, principal: Principal | null, deps: ConnectionDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.#session = new Session(deps.session, (requestId, status, body) =>
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
    // Counted before the library reads them.
    deps.transport.prependListener('data', ({ length }: Buffer) => {
      this.#received += length;
    });
    socket.on('message', (data: RawData, isBinary: boolean) => {
      this.#answersPing = true;
      this.#understood = this.#received;
      if (this.#mayTake()) this.#inbox.push(toFrame(data, isBinary));
    });
    socket.on('ping', (data: Buffer) => this.#takeControl(data));
    socket.on('pong', (data: Buffer) => {
      this.#takeControl(data);
      // A pong between the fragments of a message does not count: the message has to end within the same time.
      if (this.#understood === this.#received) this.#answersPing = true;
    });
    // The library has sent the reason, and reads no more.
    socket.on('error', () => void this.close());
    socket.on('close', () => {
      clearTimeout(this.#loginDeadline);
      this.#session.end();
      void this.#inbox.close();
    });
    this.#loginDeadline = setTimeout(() => {
      if (!this.#session.isLoggedIn) void this.close(CLOSE.policy, 'no login');
    }, deps.loginTimeoutMs);
    this.#loginDeadline.unref();
    if (principal !== null) this.#logIn(principal);
  }

  #logIn(principal: Principal): void {
    try {
      this.#session.logIn(principal);
    } catch {
      void this.close(CLOSE.policy, 'too many sockets');
    }
  }

  #takeControl({ length }: Buffer): void {
    this.#understood = Math.min(this.#received, this.#understood + CONTROL_HEAD_BYTES + length);
    this.#mayTake();
  }

  /** Limits the rate of frames of any kind before they are read; no client of the protocol sends so many. */
  #mayTake(): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return false;
    if (this.#mayPass()) return true;
    this.#cutOff('too many messages');
    return false;
  }

  #cutOff(reason: string): void {
    void this.#inbox.close();
    this.#socket.close(CLOSE.policy, reason);
    this.#socket.terminate();
    this.#deps.flooded();
  }

  #send(requestId: string, status: number, body: unknown): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      this.#socket.terminate();
      return;
    }
    this.#socket.send(this.#deps.wire.encode(requestId, status, body), { binary: true });
  }

  #refuse(requestId: string, error: unknown): void {
    const answer = toServiceError(error);
    activeSpan()?.fail(answer.code);
    if (answer.status >= 500) {
      this.#deps.log.error({ err: error, code: answer.code }, 'socket request failed');
    }
    this.#send(requestId, answer.status, answer.body);
  }

  async #handle(bytes: Uint8Array | string): Promise<void> {
    if (!this.#session.isLoggedIn) {
      this.#beforeLogin += 1;
      if (this.#beforeLogin > MAX_BEFORE_LOGIN) {
        this.#cutOff('no login');
        return;
      }
    }
    const frame = this.#deps.wire.decode(bytes);
    if (!frame.ok) {
      const { requestId, message } = frame.reason;
      this.#refuse(requestId ?? NO_REQUEST_ID, new ServiceError('BAD_REQUEST', message));
      return;
    }
    const { action } = frame.value;
    const name = KNOWN_ACTIONS.has(action) ? `socket ${action}` : 'socket (unknown)';
    const facts = { 'perfuse.action': KNOWN_ACTIONS.has(action) ? action : '(unknown)' };
    await traced(this.#deps.tracing, { name, kind: 'server', facts }, () => this.#act(frame.value));
  }

  async #act(frame: RequestFrame): Promise<void> {
    try {
      await this.#session.act(frame);
    } catch (error) {
      this.#refuse(frame.requestId, error);
    }
  }

  get measuringUntil(): number {
    return this.#session.measuringUntil;
  }

  /** Sends a ping; terminates the socket when the last one was not answered. */
  ping(): void {
    // An answer would not be read: the delay is the server's own.
    if (this.#isHeld) return;
    if (!this.#answersPing) {
      this.#socket.terminate();
      return;
    }
    this.#answersPing = false;
    this.#socket.ping();
  }

  /**
   * Finishes the current message, closes the socket and resolves when the client has too; a client that does not is cut
   * off.
   */
  async close(code: number = CLOSE.goingAway, reason = 'closing'): Promise<void> {
    const timer = setTimeout(() => this.#socket.terminate(), GOODBYE_MS);
    await this.#inbox.close();
    if (this.#socket.readyState !== this.#socket.CLOSED) {
      const closed = new Promise((resolve) => this.#socket.once('close', resolve));
      this.#socket.close(code, reason);
      await closed;
    }
    clearTimeout(timer);
  }
}
