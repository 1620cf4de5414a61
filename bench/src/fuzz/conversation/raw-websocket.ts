// SPDX-License-Identifier: Apache-2.0
/**
 * A websocket client for malformed input: it writes its own frames (RFC 6455), whole, fragmented or as raw bytes, and
 * checks the form of the answers.
 */
import { connect, type Socket } from 'node:net';
import { upgradeRequest } from '@perfuse/testing/hostile-requests';
import { assertThat } from '../engine/oracle.ts';

export const OPCODE = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Codes that a server may close with. */
const CLOSE_CODES: ReadonlySet<number> = new Set([
  1000, 1001, 1002, 1003, 1007, 1008, 1009, 1011, 1005,
]);
const GIVE_UP_MS = 60_000;

export interface OpenOptions {
  readonly port: number;
  readonly protocols: string;
  readonly token: string | null;
}

export class RawWebSocket {
  readonly #socket: Socket;
  readonly #onMessage: (payload: Buffer) => void;
  #received = Buffer.alloc(0);
  #isOpen = false;
  #hasClosed = false;
  #broken: Error | null = null;
  readonly #waiting = new Set<() => void>();
  isClosed = false;
  /** HTTP status of the answer to the upgrade. */
  status = 0;
  pongs = 0;

  constructor({ port, protocols, token }: OpenOptions, onMessage: (payload: Buffer) => void) {
    this.#onMessage = onMessage;
    this.#socket = connect(port, '127.0.0.1');
    const wake = (): void => {
      for (const look of [...this.#waiting]) look();
    };
    this.#socket.on('data', (data) => {
      this.#received = Buffer.concat([this.#received, data]);
      try {
        this.#read();
      } catch (error) {
        this.#broken = error instanceof Error ? error : new Error(String(error));
        this.#socket.destroy();
      }
      wake();
    });
    // A server that refuses may close before it has read everything.
    this.#socket.on('error', () => undefined);
    this.#socket.once('close', () => {
      this.isClosed = true;
      wake();
    });
    this.#socket.write(upgradeRequest('/analysis', token, protocols));
  }

  #read(): void {
    if (!this.#isOpen) {
      const end = this.#received.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.status = Number(this.#received.subarray(9, 12).toString());
      assertThat(
        this.status === 101 || this.status < 500,
        `an upgrade answered ${String(this.status)}`,
      );
      this.#isOpen = this.status === 101;
      this.#received = this.#received.subarray(end + 4);
      if (!this.#isOpen) return;
    }
    for (let size = this.#one(); size > 0; size = this.#one()) {
      this.#received = this.#received.subarray(size);
    }
  }

  /** Reads one frame from the server. @returns its length; 0 when it is incomplete. */
  #one(): number {
    const bytes = this.#received;
    if (bytes.length < 2) return 0;
    const [first = 0, second = 0] = bytes;
    const short = second & 0x7f;
    const at = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (bytes.length < at) return 0;
    const length =
      short === 126
        ? bytes.readUInt16BE(2)
        : short === 127
          ? Number(bytes.readBigUInt64BE(2))
          : short;
    if (bytes.length < at + length) return 0;
    const payload = bytes.subarray(at, at + length);
    assertThat(
      (first & 0x70) === 0 && (second & 0x80) === 0,
      'a server frame has no mask and no extension',
    );
    assertThat(!this.#hasClosed, 'nothing comes after a close frame');
    const opcode = first & 0x0f;
    assertThat(first >= 0x80, 'a server frame is whole');
    if (opcode === OPCODE.close) {
      this.#hasClosed = true;
      const code = payload.length < 2 ? 1005 : payload.readUInt16BE(0);
      const isEcho = code >= 3000 && code < 5000;
      assertThat(
        CLOSE_CODES.has(code) || isEcho || code < 1015,
        `a close frame with code ${String(code)}`,
      );
    } else if (opcode === OPCODE.pong) this.pongs += 1;
    else if (opcode === OPCODE.ping) this.frame(OPCODE.pong, payload);
    else {
      assertThat(opcode === OPCODE.binary, 'answers are binary');
      this.#onMessage(payload);
    }
    return at + length;
  }

  hasEnded = (): boolean => this.isClosed;

  raw(bytes: Uint8Array): void {
    if (!this.isClosed) this.#socket.write(bytes);
  }

  frame(opcode: number, payload: Uint8Array, isLast = true): void {
    const { length } = payload;
    const head =
      length < 126
        ? Buffer.from([0, 0x80 | length])
        : Buffer.from([0, 0x80 | 126, length >> 8, length & 0xff]);
    if (length > 0xffff) return;
    head[0] = (isLast ? 0x80 : 0) | opcode;
    // A mask of zeros leaves the bytes unchanged.
    this.raw(Buffer.concat([head, Buffer.alloc(4), payload]));
  }

  /** Sends a message in `fragments` fragments, optionally with a ping between each two. */
  message(opcode: number, payload: Uint8Array, fragments: number, pings: boolean): void {
    const size = Math.max(1, Math.ceil(payload.length / Math.max(1, fragments)));
    for (let at = 0; at === 0 || at < payload.length; at += size) {
      const isLast = at + size >= payload.length;
      this.frame(at === 0 ? opcode : OPCODE.more, payload.subarray(at, at + size), isLast);
      if (pings && !isLast) this.frame(OPCODE.ping, Buffer.from('between'));
    }
  }

  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /**
   * Resolves once `holds` returns true or the connection is closed. @throws the protocol error found, or an error on
   * timeout.
   */
  async until(holds: () => boolean, what: string): Promise<void> {
    const start = performance.now();
    while (!holds() && !this.isClosed && this.#broken === null) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          this.#waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, 1000);
        this.#waiting.add(wake);
      });
      assertThat(performance.now() - start < GIVE_UP_MS, `timed out waiting for ${what}`);
    }
    if (this.#broken !== null) throw this.#broken;
  }

  opened = (): Promise<void> => this.until(() => this.status !== 0, 'an answer to the upgrade');
  closed = (): Promise<void> => this.until(() => this.isClosed, 'the end of a connection');
}
