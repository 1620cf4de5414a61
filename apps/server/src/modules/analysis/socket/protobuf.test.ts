// SPDX-License-Identifier: Apache-2.0
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protobufWire } from './protobuf-wire.ts';
import { createEitherWire, jsonWire } from './wire.ts';

const REQUEST = 'abcdefghij';
const TEXT = WireType.LengthDelimited;

const framed = (action: string, body: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(action + REQUEST), body]);

/** A first chunk as the Python library of protobuf (3.21) writes it. */
const PYTHON_DATA =
  '0a050a036d2d31120e46495253543a3a50524f43455353180120052805350000a0403a03010203420109';

const dataRequest = Buffer.from(PYTHON_DATA, 'hex');

function fieldsOf(bytes: Uint8Array): Record<number, unknown[]> {
  const reader = new BinaryReader(bytes);
  const fields: Record<number, unknown[]> = {};
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    const value = type === TEXT ? reader.bytes() : reader.uint32();
    (fields[number] ??= []).push(value);
  }
  return fields;
}

const text = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString() : '';

describe('the protobuf form of the websocket', () => {
  it('decodes a chunk to the same request as the JSON form', () => {
    expect(protobufWire.decode(framed(ACTIONS.data, dataRequest))).toEqual({
      ok: true,
      value: {
        action: ACTIONS.data,
        requestId: REQUEST,
        body: {
          Params: { ID: 'm-1' },
          Action: 'FIRST::PROCESS',
          ChunkOrder: 1,
          StartTime: 5,
          EndTime: 5,
          Duration: 5,
          Payload: 'AQID',
          Meta: 'CQ==',
        },
      },
    });
  });

  it('ignores unknown fields', () => {
    const body = new BinaryWriter().raw(dataRequest).tag(99, TEXT).string('later').finish();
    expect(protobufWire.decode(framed(ACTIONS.data, body))).toMatchObject({ ok: true });
  });

  it('passes on an unknown action, which is refused as in JSON', () => {
    expect(protobufWire.decode(framed('9999', new Uint8Array()))).toMatchObject({
      ok: true,
      value: { action: '9999', body: {} },
    });
  });

  it.each([
    ['a body cut off', dataRequest.subarray(0, 20)],
    ['a field of another type', Buffer.from('0801', 'hex')],
    ['a field of a type that could be read as this one', Buffer.from('1d01120161', 'hex')],
    ['a number without an end', Buffer.from(`18${'ff'.repeat(12)}`, 'hex')],
    ['a text that is not UTF-8 cut short', Buffer.from('1203', 'hex')],
  ])('refuses %s and names the request', (_what, body) => {
    expect(protobufWire.decode(framed(ACTIONS.data, body))).toMatchObject({
      ok: false,
      reason: { requestId: REQUEST },
    });
  });

  it('never throws on any input', () => {
    const actions = fc.constantFrom(...Object.values(ACTIONS), '9999');
    fc.assert(
      fc.property(actions, fc.uint8Array({ maxLength: 64 }), (action, body) => {
        expect(typeof protobufWire.decode(framed(action, body)).ok).toBe('boolean');
      }),
      { numRuns: 2000 },
    );
  });

  it('encodes a result with its values, and omits channels with another multiplier', () => {
    const bytes = protobufWire.encode(REQUEST, 200, {
      MeasurementID: 'm',
      MeasurementDataID: 'm:1',
      MeasurementResultID: 'r',
      StatusID: 'CAPTURING',
      Multiplier: 10_000,
      Channels: {
        HR_BPM: {
          Channel: 'heart rate',
          Data: [720_000, -10_000],
          Multiplier: 10_000,
          Notes: ['a'],
        },
        EVIDENCE_WAVE: { Channel: 'pulse wave', Data: [1], Multiplier: 1000 },
      },
      Error: { Code: 'OK' },
    });
    expect(Buffer.from(bytes.subarray(0, 13)).toString()).toBe(`${REQUEST}200`);
    const fields = fieldsOf(bytes.subarray(13));
    expect([1, 2, 3].map((field) => text(fields[field]?.[0]))).toEqual(['m', 'm:1', 'r']);
    expect(fields[4]).toEqual([10_000]);
    expect(fields[5]).toHaveLength(1);
    const entry = fieldsOf(Buffer.from(fields[5]?.[0] as Uint8Array));
    expect(text(entry[1]?.[0])).toBe('HR_BPM');
    const channel = fieldsOf(Buffer.from(entry[2]?.[0] as Uint8Array));
    const packed = new BinaryReader(Buffer.from(channel[1]?.[0] as Uint8Array));
    expect([packed.sint32(), packed.sint32()]).toEqual([720_000, -10_000]);
    expect([text(channel[2]?.[0]), text(channel[3]?.[0])]).toEqual(['heart rate', 'a']);
    expect(text(fieldsOf(Buffer.from(fields[6]?.[0] as Uint8Array))[1]?.[0])).toBe('OK');
  });

  it('encodes an error with its code, fields and message', () => {
    const bytes = protobufWire.encode(REQUEST, 400, {
      Code: 'VALIDATION_ERROR',
      Message: 'no',
      Errors: { Action: [['VALUES', ['A', 'B']]] },
    });
    const fields = fieldsOf(bytes.subarray(13));
    expect(text(fields[1]?.[0])).toBe('VALIDATION_ERROR');
    expect(text(fields[3]?.[0])).toBe('no');
    const entry = fieldsOf(Buffer.from(fields[2]?.[0] as Uint8Array));
    expect(text(entry[1]?.[0])).toBe('Action');
    expect(text(fieldsOf(Buffer.from(entry[2]?.[0] as Uint8Array))[1]?.[0])).toBe('VALUES A B');
  });

  it('acknowledges a subscription with an empty body, as old clients expect', () => {
    expect(protobufWire.encode(REQUEST, 200, {})).toHaveLength(13);
  });
});

describe('a socket without a subprotocol, which accepts both forms', () => {
  const login = new BinaryWriter().tag(1, TEXT).string('t').finish();

  it('keeps the form of the first message', () => {
    const wire = createEitherWire();
    expect(wire.decode(framed(ACTIONS.loginWithToken, login))).toMatchObject({
      value: { body: { Token: 't' } },
    });
    expect(wire.encode(REQUEST, 200, {})).toHaveLength(13);
  });

  it('answers in JSON to a client that starts in JSON, as text or as bytes', () => {
    const json = Buffer.from(`${ACTIONS.loginWithToken}${REQUEST}{"Token":"t"}`);
    for (const frame of [json, json.toString()]) {
      const wire = createEitherWire();
      expect(wire.decode(frame)).toEqual(jsonWire.decode(json));
      expect(wire.encode(REQUEST, 200, {})).toHaveLength(15);
    }
  });
});
