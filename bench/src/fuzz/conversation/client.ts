// SPDX-License-Identifier: Apache-2.0
/** One websocket of a conversation: what was sent on it, and whether the answers match. */
import { ANALYSIS_ERRORS } from '@perfuse/contract/analysis/errors';
import { ACTIONS, decodeResponse } from '@perfuse/contract/analysis/frames';
import { z } from '@perfuse/contract/schema';
import { jsonOf } from '../engine/bytes.ts';
import { assertThat, assertNoInternals } from '../engine/oracle.ts';
import type { SentChunk } from '../fixture/chunk-tracker.ts';
import type { Fixture } from '../fixture/fixture.ts';
import { OPCODE, RawWebSocket } from './raw-websocket.ts';

const STATUSES: ReadonlySet<number> = new Set([
  200,
  ...Object.values(ANALYSIS_ERRORS).map(({ status }) => status),
]);
const CODES: ReadonlySet<string> = new Set(Object.keys(ANALYSIS_ERRORS));
const HEAD = { id: 10, status: 13, action: 4, body: 14 } as const;
const END = 'FUZZ-END';

const dataBody = z.object({ Params: z.object({ ID: z.string() }) });
const acknowledgement = z.strictObject({ ID: z.string(), ChunkOrder: z.int() });
const refusal = z.object({ Code: z.string() });

/** A message awaiting its answer. */
interface Sent {
  /** When it carries a chunk. */
  readonly chunk: { readonly measurement: string; readonly sent: SentChunk } | null;
  readonly body: unknown;
}

const ID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

export class Client {
  readonly socket: RawWebSocket;
  readonly #fixture: Fixture;
  readonly #asked: string;
  /** Only in JSON can a result be distinguished from other answers. */
  readonly #isJson: boolean;
  readonly #sent = new Map<string, Sent[]>();
  #answers = 0;
  #messages = 0;
  #pings = 0;
  #ends = 0;
  readonly #ended = new Set<string>();
  /** Bytes were sent that may not be frames: no further answers are expected. */
  #isMalformed = false;

  constructor(fixture: Fixture, asked: string, protocols: string, token: string | null) {
    this.#fixture = fixture;
    this.#asked = asked;
    this.#isJson = protocols.includes('json');
    const { port } = fixture.server;
    this.socket = new RawWebSocket({ port, protocols, token }, (payload) => this.#hear(payload));
  }

  #hear(payload: Buffer): void {
    const id = payload.subarray(0, HEAD.id).toString('latin1');
    const status = Number(payload.subarray(HEAD.id, HEAD.status).toString('latin1'));
    assertThat(STATUSES.has(status) && status !== 500, `an answer of ${String(status)}`);
    const text = payload.toString('utf8');
    assertNoInternals(text);
    this.#fixture.otherTenant.assertNotDisclosed(text, this.#asked);
    const theirs = this.#fixture.otherTenant.names['VMEASUREMENT'] ?? '';
    assertThat(
      status !== 200 || !text.includes(theirs),
      'a measurement of another tenant was accepted',
    );
    if (this.#ended.has(id)) {
      this.#ended.delete(id);
      return;
    }
    if (!this.#isJson) return;
    const frame = decodeResponse(payload);
    assertThat(frame.ok, 'an answer is a frame');
    const { body } = frame.value;
    if (status === 200 && JSON.stringify(body).includes('"MeasurementDataID"')) return;
    this.#answers += 1;
    if (status !== 200) {
      const parsed = refusal.safeParse(body);
      assertThat(parsed.success && CODES.has(parsed.data.Code), 'a refusal has a documented code');
    }
    const { chunk = null, body: given } = this.#sent.get(id)?.shift() ?? {};
    if (chunk === null) return;
    const { measurement, sent } = chunk;
    const { tracker } = this.#fixture;
    if (status !== 200) {
      tracker.refuse(measurement, sent);
      return;
    }
    const parsed = acknowledgement.safeParse(body);
    assertThat(parsed.success, 'a chunk is acknowledged as agreed');
    tracker.acknowledge(measurement, given, parsed.data, sent);
  }

  #note(frame: Buffer): void {
    this.#messages += 1;
    const id = frame.subarray(HEAD.action, HEAD.body).toString('latin1');
    const isData = frame.subarray(0, HEAD.action).toString('latin1') === ACTIONS.data;
    const body = isData ? jsonOf(frame.subarray(HEAD.body).toString('utf8')) : undefined;
    const parsed = dataBody.safeParse(body);
    const { tracker } = this.#fixture;
    const measurement = parsed.success ? parsed.data.Params.ID : null;
    const chunk =
      measurement === null ? null : { measurement, sent: tracker.send(measurement, body, this) };
    // Acknowledgements in protobuf, or after malformed bytes, are not tracked.
    if (isData && (!this.#isJson || this.#isMalformed)) {
      for (const [named] of frame.toString('latin1').matchAll(ID)) tracker.sendUnknown(named);
    }
    this.#sent.set(id, [...(this.#sent.get(id) ?? []), { chunk, body }]);
  }

  send(frame: Buffer, isText: boolean, fragments: number, pings: boolean): void {
    if (frame.length > 0xffff) return;
    this.#note(frame);
    this.socket.message(isText ? OPCODE.text : OPCODE.binary, frame, fragments, pings);
  }

  ping(payload: Buffer): void {
    this.#pings += 1;
    this.socket.frame(OPCODE.ping, payload.subarray(0, 125));
  }

  raw(bytes: Uint8Array): void {
    this.#isMalformed = true;
    this.allowMore();
    this.socket.raw(bytes);
  }

  /** Chunks that await an answer may or may not be stored. */
  allowMore(): void {
    for (const { chunk } of [...this.#sent.values()].flat()) {
      if (chunk !== null) this.#fixture.tracker.allowMore(chunk.measurement);
    }
  }

  /** Waits until everything sent has been answered. */
  async settle(): Promise<void> {
    if (this.#isMalformed || this.socket.status !== 101 || this.socket.isClosed) return;
    const before = this.#messages;
    const pings = this.#pings;
    this.#ends += 1;
    const id = `${END}${String(this.#ends).padStart(2, '0')}`;
    this.#ended.add(id);
    this.socket.frame(OPCODE.binary, Buffer.from(`9999${id}`));
    await this.socket.until(() => !this.#ended.has(id), 'an answer to every message');
    if (this.socket.hasEnded()) {
      this.allowMore();
      return;
    }
    assertThat(
      !this.#isJson || this.#answers >= before,
      `${String(before)} messages had ${String(this.#answers)} answers`,
    );
    assertThat(
      this.socket.pongs >= pings,
      `${String(pings)} pings had ${String(this.socket.pongs)} answers`,
    );
  }

  /** Closes cleanly, or hangs up after malformed bytes; resolves once the connection is closed. */
  async finish(): Promise<void> {
    await this.settle();
    this.allowMore();
    if (this.#isMalformed || this.socket.status !== 101) this.socket.end();
    else this.socket.frame(OPCODE.close, Buffer.from([0x03, 0xe8]));
    await this.socket.closed();
  }
}
