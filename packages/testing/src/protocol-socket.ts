// SPDX-License-Identifier: Apache-2.0
/** A websocket client of the analysis protocol, light enough for many in one process. */
import type { Socket } from 'node:net';
import {
  decodeResponse,
  encodeRequest,
  type ActionId,
  type ResponseFrame,
} from '@perfuse/contract/analysis/frames';
import { WebSocket, type ClientOptions } from 'ws';

/** The socket was closed, or could not be opened. */
export class SocketLost extends Error {
  override readonly name = 'SocketLost';
}

const OPEN_LIMIT_MS = 15_000;

/** Traffic of a websocket's connection, including TLS and its upgrade request, bytes. */
export interface Traffic {
  readonly sent: number;
  readonly received: number;
}

interface Waiter {
  readonly resolve: (frame: ResponseFrame) => void;
  readonly reject: (error: Error) => void;
}

export class ProtocolSocket {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, Waiter>();
  readonly #pushed: (frame: ResponseFrame) => void;
  #count = 0;
  #connection: Socket | undefined;
  /** Resolves when the socket has ended for any reason. */
  readonly ended: Promise<void>;

  private constructor(socket: WebSocket, pushed: (frame: ResponseFrame) => void) {
    this.#socket = socket;
    this.#pushed = pushed;
    this.ended = new Promise((resolve) => {
      socket.once('close', () => {
        for (const { reject } of this.#waiting.values()) reject(new SocketLost('closed'));
        this.#waiting.clear();
        resolve();
      });
    });
    socket.once('upgrade', (response) => (this.#connection = response.socket));
    socket.on('message', (data: Buffer) => this.#take(data));
  }

  /**
   * Opens a socket.
   * @param pushed receives every frame that answers no pending request, such as a result.
   * @throws SocketLost with the status when the server refuses the upgrade, or if it has not opened within 15 s.
   */
  static async open(
    url: string,
    pushed: (frame: ResponseFrame) => void,
    options: ClientOptions = {},
  ): Promise<ProtocolSocket> {
    const socket = new WebSocket(url, ['json'], {
      perMessageDeflate: false,
      handshakeTimeout: OPEN_LIMIT_MS,
      ...options,
    });
    // The close event reports failures; without a listener the process would exit.
    socket.on('error', () => undefined);
    const opened = new ProtocolSocket(socket, pushed);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('unexpected-response', (_request, response) => {
        response.resume();
        socket.terminate();
        reject(new SocketLost(`refused with ${String(response.statusCode)}`));
      });
      socket.once('close', () => reject(new SocketLost('not opened')));
    });
    return opened;
  }

  #take(data: Buffer): void {
    const frame = decodeResponse(data);
    if (!frame.ok) return;
    const waiter = this.#waiting.get(frame.value.requestId);
    if (waiter === undefined) {
      this.#pushed(frame.value);
      return;
    }
    this.#waiting.delete(frame.value.requestId);
    waiter.resolve(frame.value);
  }

  /** Sends a request. @returns its first answer. @throws SocketLost when the socket ends before an answer. */
  ask(action: ActionId, body: unknown): Promise<ResponseFrame> {
    this.#count += 1;
    const requestId = action + String(this.#count).padStart(6, '0');
    return new Promise((resolve, reject) => {
      if (this.#socket.readyState !== this.#socket.OPEN) {
        reject(new SocketLost('closed'));
        return;
      }
      this.#waiting.set(requestId, { resolve, reject });
      this.#socket.send(encodeRequest(action, requestId, body));
    });
  }

  get traffic(): Traffic {
    return {
      sent: this.#connection?.bytesWritten ?? 0,
      received: this.#connection?.bytesRead ?? 0,
    };
  }

  /** Closes it without a closing handshake, like a lost network connection. */
  terminate(): void {
    this.#socket.terminate();
  }

  close(): void {
    this.#socket.close();
  }
}
