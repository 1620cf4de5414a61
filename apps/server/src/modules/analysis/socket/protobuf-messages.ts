// SPDX-License-Identifier: Apache-2.0
/**
 * Messages of the protocol's older websocket form (proto3). Field numbers as the vendor published them:
 *
 * DataRequest{Params{ID=1}=1, Action=2, ChunkOrder=3 u32, StartTime=4 u64, EndTime=5 u64, Duration=6 float, Payload=7
 * bytes, Meta=8 bytes}, DataResponse{ID=1, ChunkOrder=2}, SubscribeResultsRequest{Params{ID=1}=1, RequestID=2},
 * SubscribeResultsResponse{MeasurementID=1, MeasurementDataID=2, MeasurementResultID=3, Multiplier=4 u32, Channels=5
 * map<string, {Data=1 packed sint32, Channel=2, Notes=3}>, Error=6}, LoginWithToken{Token=1},
 * Error{Code=1, Errors=2 map<string, {msgs=1}>, Message=3}.
 */
import type { AnalysisErrorBody } from '@perfuse/contract/analysis/errors';
import type { ResultMessage } from '@perfuse/contract/results/message';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

type Fields = Readonly<Record<number, (reader: BinaryReader) => void>>;

/** Reads a message: skips unknown fields, and throws for a field of another type. */
function readFields(bytes: Uint8Array, types: Readonly<Record<number, WireType>>, fields: Fields) {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    const read = fields[number];
    if (read === undefined) reader.skip(type, number);
    else if (types[number] === type) read(reader);
    else throw new Error(`Field ${String(number)} has another type.`);
  }
}

const { LengthDelimited: TEXT, Varint: NUMBER, Bit32: FLOAT } = WireType;

function readId(bytes: Uint8Array): string {
  let id = '';
  readFields(bytes, { 1: TEXT }, { 1: (reader) => (id = reader.string()) });
  return id;
}

/** In the JSON form, with the payload in base64, so that both are handled alike from here. */
export function readDataRequest(bytes: Uint8Array): Record<string, unknown> {
  const body: Record<string, unknown> = { Action: '', Payload: '' };
  readFields(
    bytes,
    { 1: TEXT, 2: TEXT, 3: NUMBER, 4: NUMBER, 5: NUMBER, 6: FLOAT, 7: TEXT, 8: TEXT },
    {
      1: (reader) => (body['Params'] = { ID: readId(reader.bytes()) }),
      2: (reader) => (body['Action'] = reader.string()),
      3: (reader) => (body['ChunkOrder'] = reader.uint32()),
      4: (reader) => (body['StartTime'] = Number(reader.uint64())),
      5: (reader) => (body['EndTime'] = Number(reader.uint64())),
      6: (reader) => (body['Duration'] = reader.float()),
      7: (reader) => (body['Payload'] = Buffer.from(reader.bytes()).toString('base64')),
      8: (reader) => (body['Meta'] = Buffer.from(reader.bytes()).toString('base64')),
    },
  );
  return body;
}

export function readSubscribeRequest(bytes: Uint8Array): Record<string, unknown> {
  const body: Record<string, unknown> = { RequestID: '' };
  readFields(
    bytes,
    { 1: TEXT, 2: TEXT },
    {
      1: (reader) => (body['Params'] = { ID: readId(reader.bytes()) }),
      2: (reader) => (body['RequestID'] = reader.string()),
    },
  );
  return body;
}

export function readLoginRequest(bytes: Uint8Array): Record<string, unknown> {
  const body: Record<string, unknown> = { Token: '' };
  readFields(bytes, { 1: TEXT }, { 1: (reader) => (body['Token'] = reader.string()) });
  return body;
}

/** Writes a text field; empty text is what a missing field means. */
function writeText(writer: BinaryWriter, field: number, text: string): BinaryWriter {
  return text === '' ? writer : writer.tag(field, TEXT).string(text);
}

function writeNumber(writer: BinaryWriter, field: number, value: number): BinaryWriter {
  return value === 0 ? writer : writer.tag(field, NUMBER).uint32(value);
}

type Messages = Readonly<Record<string, readonly string[]>>;

/** Field 2 of Error: texts by name. */
function writeMessages(writer: BinaryWriter, messages: Messages): BinaryWriter {
  for (const [name, texts] of Object.entries(messages)) {
    writer.tag(2, TEXT).fork();
    writeText(writer, 1, name).tag(2, TEXT).fork();
    for (const text of texts) writer.tag(1, TEXT).string(text);
    writer.join().join();
  }
  return writer;
}

export function writeError({ Code, Message, Errors = {} }: AnalysisErrorBody): Uint8Array {
  const messages = Object.fromEntries(
    Object.entries(Errors).map(([field, rules]) => [
      field,
      rules.map(([rule, details]) => [rule, ...details].join(' ')),
    ]),
  );
  const writer = writeText(new BinaryWriter(), 1, Code);
  return writeText(writeMessages(writer, messages), 3, Message).finish();
}

export function writeDataResponse(body: { readonly ID: string; readonly ChunkOrder: number }) {
  return writeNumber(writeText(new BinaryWriter(), 1, body.ID), 2, body.ChunkOrder).finish();
}

export const writeLogin = (token: string): Uint8Array =>
  writeText(new BinaryWriter(), 1, token).finish();

function writeChannel(
  writer: BinaryWriter,
  code: string,
  { Data, Channel, Notes = [] }: ResultMessage['Channels'][string],
): void {
  writer.tag(5, TEXT).fork();
  writeText(writer, 1, code).tag(2, TEXT).fork();
  writer.tag(1, TEXT).fork();
  for (const value of Data) writer.sint32(value);
  writer.join();
  writeText(writer, 2, Channel);
  for (const note of Notes) writer.tag(3, TEXT).string(note);
  writer.join().join();
}

/** This form has one multiplier for all channels: a channel with another, such as the pulse wave, is left out. */
export function writeResult(message: ResultMessage): Uint8Array {
  const { Multiplier, Channels, Error: error } = message;
  const writer = writeText(new BinaryWriter(), 1, message.MeasurementID);
  writeText(writer, 2, message.MeasurementDataID);
  writeText(writer, 3, message.MeasurementResultID);
  writeNumber(writer, 4, Multiplier);
  for (const [code, data] of Object.entries(Channels)) {
    if ((data.Multiplier ?? Multiplier) === Multiplier) writeChannel(writer, code, data);
  }
  const messages = Object.fromEntries(
    Object.entries(error.Errors ?? {}).map(([name, { msgs }]) => [name, msgs]),
  );
  writer.tag(6, TEXT).fork();
  writeMessages(writeText(writer, 1, error.Code), messages);
  return writer.join().finish();
}
