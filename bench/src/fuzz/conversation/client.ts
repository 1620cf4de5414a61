// SPDX-License-Identifier: Apache-2.0
/** One websocket of a conversation: what was sent on it, and whether what came back answers it. */
import { ANALYSIS_ERRORS } from '@perfuse/contract/analysis/errors';
import { ACTIONS, decodeResponse } from '@perfuse/contract/analysis/frames';
import { z } from '@perfuse/contract/schema';
import { jsonOf } from '../engine/bytes.ts';
import { demand, demandNoInside } from '../engine/oracle.ts';
import type { Sending } from '../world/ledger.ts';
import type { World } from '../world/world.ts';
import { OPCODE, Peer } from './peer.ts';

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

/** A message that waits for its answer. */
interface Sent {
  /** Where it carries a chunk. */
  readonly chunk: { readonly measurement: string; readonly sending: Sending } | null;
  readonly body: unknown;
}

const ID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

export class Client {
  readonly peer: Peer;
  readonly #world: World;
  readonly #asked: string;
  /** JSON alone tells which answer is a result. */
  readonly #isJson: boolean;
  readonly #sent = new Map<string, Sent[]>();
  #answers = 0;
  #messages = 0;
  #pings = 0;
  #ends = 0;
  readonly #ended = new Set<string>();
  /** Bytes were sent that may be no frames: nothing more is expected. */
  #isRude = false;

  constructor(world: World, asked: string, protocols: string, token: string | null) {
    this.#world = world;
    this.#asked = asked;
    this.#isJson = protocols.includes('json');
    const { port } = world.started;
    this.peer = new Peer({ port, protocols, token }, (payload) => this.#hear(payload));
  }

  #hear(payload: Buffer): void {
    const id = payload.subarray(0, HEAD.id).toString('latin1');
    const status = Number(payload.subarray(HEAD.id, HEAD.status).toString('latin1'));
    demand(STATUSES.has(status) && status !== 500, `an answer of ${String(status)}`);
    const text = payload.toString('utf8');
    demandNoInside(text);
    this.#world.victim.demandUnseen(text, this.#asked);
    const theirs = this.#world.victim.names['VMEASUREMENT'] ?? '';
    demand(status !== 200 || !text.includes(theirs), 'somebody else is measured here');
    if (this.#ended.has(id)) {
      this.#ended.delete(id);
      return;
    }
    if (!this.#isJson) return;
    const frame = decodeResponse(payload);
    demand(frame.ok, 'an answer is a frame');
    const { body } = frame.value;
    if (status === 200 && JSON.stringify(body).includes('"MeasurementDataID"')) return;
    this.#answers += 1;
    if (status !== 200) {
      const parsed = refusal.safeParse(body);
      demand(parsed.success && CODES.has(parsed.data.Code), 'a refusal has a documented code');
    }
    const { chunk = null, body: given } = this.#sent.get(id)?.shift() ?? {};
    if (chunk === null) return;
    const { measurement, sending } = chunk;
    const { ledger } = this.#world;
    if (status !== 200) {
      ledger.refuse(measurement, sending);
      return;
    }
    const parsed = acknowledgement.safeParse(body);
    demand(parsed.success, 'a chunk is acknowledged as agreed');
    ledger.acknowledge(measurement, given, parsed.data, sending);
  }

  #note(frame: Buffer): void {
    this.#messages += 1;
    const id = frame.subarray(HEAD.action, HEAD.body).toString('latin1');
    const isData = frame.subarray(0, HEAD.action).toString('latin1') === ACTIONS.data;
    const body = isData ? jsonOf(frame.subarray(HEAD.body).toString('utf8')) : undefined;
    const parsed = dataBody.safeParse(body);
    const { ledger } = this.#world;
    const measurement = parsed.success ? parsed.data.Params.ID : null;
    const chunk =
      measurement === null ? null : { measurement, sending: ledger.send(measurement, body, this) };
    // What is acknowledged in protobuf, or after bytes that were no frames, is not followed.
    if (isData && (!this.#isJson || this.#isRude)) {
      for (const [named] of frame.toString('latin1').matchAll(ID)) ledger.loseTrack(named);
    }
    this.#sent.set(id, [...(this.#sent.get(id) ?? []), { chunk, body }]);
  }

  send(frame: Buffer, isText: boolean, fragments: number, pings: boolean): void {
    if (frame.length > 0xffff) return;
    this.#note(frame);
    this.peer.message(isText ? OPCODE.text : OPCODE.binary, frame, fragments, pings);
  }

  ping(payload: Buffer): void {
    this.#pings += 1;
    this.peer.frame(OPCODE.ping, payload.subarray(0, 125));
  }

  raw(bytes: Uint8Array): void {
    this.#isRude = true;
    this.loosen();
    this.peer.raw(bytes);
  }

  /** What waits for an answer may be stored or not. */
  loosen(): void {
    for (const { chunk } of [...this.#sent.values()].flat()) {
      if (chunk !== null) this.#world.ledger.loosen(chunk.measurement);
    }
  }

  /** Waits until all that was sent was answered. */
  async settle(): Promise<void> {
    if (this.#isRude || this.peer.status !== 101 || this.peer.isClosed) return;
    const before = this.#messages;
    const pings = this.#pings;
    this.#ends += 1;
    const id = `${END}${String(this.#ends).padStart(2, '0')}`;
    this.#ended.add(id);
    this.peer.frame(OPCODE.binary, Buffer.from(`9999${id}`));
    await this.peer.until(() => !this.#ended.has(id), 'an answer to every message');
    if (this.peer.hasEnded()) {
      this.loosen();
      return;
    }
    demand(
      !this.#isJson || this.#answers >= before,
      `${String(before)} messages had ${String(this.#answers)} answers`,
    );
    demand(
      this.peer.pongs >= pings,
      `${String(pings)} pings had ${String(this.peer.pongs)} answers`,
    );
  }

  /** Takes leave as one should, or hangs up after being rude; resolves once the connection is gone. */
  async finish(): Promise<void> {
    await this.settle();
    this.loosen();
    if (this.#isRude || this.peer.status !== 101) this.peer.end();
    else this.peer.frame(OPCODE.close, Buffer.from([0x03, 0xe8]));
    await this.peer.closed();
  }
}
