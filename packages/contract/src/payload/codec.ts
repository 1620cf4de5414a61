// SPDX-License-Identifier: Apache-2.0
/**
 * The binary form of a {@link TraceChunk}, version 1. Described byte by byte in docs/reference/payload.md. Little
 * endian: a 32-byte header, the region table, one column per series, the optional sections, the person's demographics
 * as ASCII JSON, a CRC-32 of everything before it.
 */
import { PAYLOAD_LIMITS } from '../limits.ts';
import { accepted, refused, type Outcome } from '../outcome.ts';
import type { FrameSeries, RegionSeries, TraceChunk } from './chunk.ts';
import { demographicsWireSchema, type DemographicsWire } from '../person/demographics.ts';
import {
  CHEST_COLUMNS,
  COLOUR_COLUMNS,
  columnsOf,
  FACE_COLUMNS,
  LEARNED_COLUMNS,
  REGION_COLUMNS,
} from './columns.ts';
import { crc32 } from './crc32.ts';
import { REGION_IDS, type RegionId } from './regions.ts';

/** Major version. */
export const PAYLOAD_VERSION = 1;
/** Minor version: from 1 on, the header lists the optional sections. */
const NEWEST_MINOR = 2;
/** The optional sections in order: the header's bit of each, and the minor version that introduced it. */
const SECTIONS = {
  chest: { bit: 1, minor: 1 },
  learned: { bit: 2, minor: 2 },
} as const satisfies Readonly<Record<string, { bit: number; minor: number }>>;
type SectionName = keyof typeof SECTIONS;
const SECTION_NAMES: readonly SectionName[] = ['chest', 'learned'];
/** 'PRFS' read as a little-endian 32-bit number. */
const MAGIC = 0x53465250;
const HEADER_BYTES = 32;
const CHECKSUM_BYTES = 4;

const SECTION_COLUMNS = { chest: CHEST_COLUMNS, learned: LEARNED_COLUMNS } as const;

type ColumnName =
  | (typeof FACE_COLUMNS)[number]
  | (typeof REGION_COLUMNS)[number]
  | (typeof CHEST_COLUMNS)[number]
  | (typeof LEARNED_COLUMNS)[number];

/** Closed range of a column's numbers, and whether NaN ('not measured') is allowed. */
const COLUMN_RULES: Readonly<Record<ColumnName, { min: number; max: number; nan: boolean }>> = {
  confidence: { min: 0, max: 1, nan: false },
  centreX: { min: -2, max: 3, nan: true },
  centreY: { min: -2, max: 3, nan: true },
  width: { min: 0, max: 3, nan: true },
  yaw: { min: -180, max: 180, nan: true },
  pitch: { min: -180, max: 180, nan: true },
  roll: { min: -180, max: 180, nan: true },
  red: { min: 0, max: 255, nan: true },
  green: { min: 0, max: 255, nan: true },
  blue: { min: 0, max: 255, nan: true },
  pixels: { min: 0, max: 1e8, nan: false },
  clipped: { min: 0, max: 1, nan: true },
  texture: { min: 0, max: 255, nan: true },
  shift: { min: -1, max: 1, nan: false },
  pulse: { min: -PAYLOAD_LIMITS.maxLearned, max: PAYLOAD_LIMITS.maxLearned, nan: true },
};

/** Frame columns of 4 bytes each, apart from the 8-byte capture time. */
const fixedColumns = FACE_COLUMNS.length + COLOUR_COLUMNS.length;

/** Bytes of the region table, padded so that the columns after it start on a multiple of 8. */
const tableBytes = (regionCount: number): number => Math.ceil(regionCount / 8) * 8;

interface Counts {
  readonly frameCount: number;
  readonly regionCount: number;
  readonly sections: readonly SectionName[];
  readonly personBytes: number;
}

function encodedSize({ frameCount, regionCount, sections, personBytes }: Counts): number {
  const inSections = sections.reduce((sum, name) => sum + SECTION_COLUMNS[name].length, 0);
  const columns = fixedColumns + regionCount * REGION_COLUMNS.length + inSections;
  const frames = frameCount * (8 + 4 * columns);
  return HEADER_BYTES + tableBytes(regionCount) + frames + personBytes + CHECKSUM_BYTES;
}

interface Header {
  readonly index: number;
  readonly count: number;
  readonly frameCount: number;
  readonly framesDropped: number;
  readonly regions: readonly RegionId[];
  readonly sections: readonly SectionName[];
  readonly personBytes: number;
}

function writeHeader(view: DataView, header: Header): void {
  const { regions, sections } = header;
  view.setUint32(0, MAGIC, true);
  view.setUint8(4, PAYLOAD_VERSION);
  // The lowest minor version that has these sections, so that older services can read the payload.
  view.setUint8(5, Math.max(0, ...sections.map((name) => SECTIONS[name].minor)));
  view.setUint16(6, HEADER_BYTES, true);
  view.setUint16(8, header.index, true);
  view.setUint16(10, header.count, true);
  view.setUint32(12, header.frameCount, true);
  view.setUint32(16, header.framesDropped, true);
  view.setUint8(20, regions.length);
  view.setUint8(
    21,
    sections.reduce((bits, name) => bits | SECTIONS[name].bit, 0),
  );
  view.setUint16(22, header.personBytes, true);
  regions.forEach((id, place) => view.setUint8(HEADER_BYTES + place, REGION_IDS.indexOf(id)));
}

/** Writes the columns of a payload one after another. */
class ColumnWriter {
  readonly #view: DataView;
  readonly #frameCount: number;
  #offset: number;

  constructor(view: DataView, frameCount: number, offset: number) {
    this.#view = view;
    this.#frameCount = frameCount;
    this.#offset = offset;
  }

  /** Offset of the next column, bytes. */
  get offset(): number {
    return this.#offset;
  }

  times(times: Float64Array): void {
    for (const time of times) {
      this.#view.setFloat64(this.#offset, time, true);
      this.#offset += 8;
    }
  }

  /** @param group name for the message. @throws RangeError unless every column has one value per frame. */
  columns<Name extends ColumnName>(
    names: readonly Name[],
    series: Readonly<Record<Name, Float32Array>>,
    group = '',
  ): void {
    for (const name of names) {
      const column = series[name];
      if (column.length !== this.#frameCount) {
        throw new RangeError(
          `Column ${group}${name} has ${String(column.length)} entries for ${String(this.#frameCount)} frames.`,
        );
      }
      for (const value of column) {
        this.#view.setFloat32(this.#offset, value, true);
        this.#offset += 4;
      }
    }
  }
}

/**
 * Encodes one chunk.
 * @returns bytes that {@link decodeChunk} of the same version accepts.
 * @throws RangeError when the chunk breaks the payload's own rules, a bug of the caller.
 */
export function encodeChunk(chunk: TraceChunk): Uint8Array {
  const { frames } = chunk;
  const { timeMs, chest, learned } = frames;
  const person = chunk.person === undefined ? '' : JSON.stringify(chunk.person);
  const header: Header = {
    index: chunk.index,
    count: chunk.count,
    frameCount: timeMs.length,
    framesDropped: chunk.framesDropped,
    regions: REGION_IDS.filter((id) => frames.regions[id] !== undefined),
    sections: SECTION_NAMES.filter((name) => frames[name] !== undefined),
    personBytes: person.length,
  };
  const regionCount = header.regions.length;
  const bytes = new Uint8Array(encodedSize({ ...header, regionCount }));
  const view = new DataView(bytes.buffer);
  writeHeader(view, header);
  const writer = new ColumnWriter(view, timeMs.length, HEADER_BYTES + tableBytes(regionCount));
  writer.times(timeMs);
  writer.columns(FACE_COLUMNS, frames.face);
  writer.columns(COLOUR_COLUMNS, frames.background, 'background ');
  for (const id of header.regions) {
    const series = frames.regions[id];
    if (series !== undefined) writer.columns(REGION_COLUMNS, series);
  }
  if (chest !== undefined) writer.columns(CHEST_COLUMNS, chest, 'chest ');
  if (learned !== undefined) writer.columns(LEARNED_COLUMNS, learned, 'learned ');
  for (let at = 0; at < person.length; at += 1) {
    bytes[writer.offset + at] = person.charCodeAt(at);
  }
  const checksumAt = bytes.length - CHECKSUM_BYTES;
  view.setUint32(checksumAt, crc32(bytes.subarray(0, checksumAt)), true);

  const check = decodeChunk(bytes);
  if (!check.ok) throw new RangeError(check.reason);
  return bytes;
}

function readHeader(view: DataView): Outcome<Header> {
  if (view.byteLength < HEADER_BYTES + CHECKSUM_BYTES) return refused('The payload is too short.');
  if (view.byteLength > PAYLOAD_LIMITS.maxBytes) {
    return refused(`The payload is over ${String(PAYLOAD_LIMITS.maxBytes)} bytes.`);
  }
  if (view.getUint32(0, true) !== MAGIC) return refused('This is not a Perfuse payload.');
  const [major, minor] = [view.getUint8(4), view.getUint8(5)];
  if (major !== PAYLOAD_VERSION || minor > NEWEST_MINOR) {
    return refused(
      `Payload version ${String(major)}.${String(minor)} is not supported; this service reads ${String(PAYLOAD_VERSION)}.0 to ${String(PAYLOAD_VERSION)}.${String(NEWEST_MINOR)}.`,
    );
  }
  if (view.getUint16(6, true) !== HEADER_BYTES) return refused('The header length is wrong.');
  const index = view.getUint16(8, true);
  const count = view.getUint16(10, true);
  const frameCount = view.getUint32(12, true);
  const regionCount = view.getUint8(20);
  // Readers of version 1.0 ignore this byte.
  const bits = minor === 0 ? 0 : view.getUint8(21);
  const sections = SECTION_NAMES.filter(
    (name) => SECTIONS[name].minor <= minor && (bits & SECTIONS[name].bit) !== 0,
  );
  const known = sections.reduce((sum, name) => sum + SECTIONS[name].bit, 0);
  const personBytes = view.getUint16(22, true);
  if (count < 1 || count > PAYLOAD_LIMITS.maxChunks) {
    return refused(`The chunk count must be 1 to ${String(PAYLOAD_LIMITS.maxChunks)}.`);
  }
  if (index >= count) return refused('The chunk index must be below the chunk count.');
  if (frameCount < 1 || frameCount > PAYLOAD_LIMITS.maxFrames) {
    return refused(`A chunk must hold 1 to ${String(PAYLOAD_LIMITS.maxFrames)} frames.`);
  }
  if (regionCount > REGION_IDS.length) return refused('The payload names too many regions.');
  if (bits !== known) return refused('The payload names an unknown section.');
  if (view.byteLength !== encodedSize({ frameCount, regionCount, sections, personBytes })) {
    return refused('The payload length does not fit the counts in its header.');
  }
  const regions: RegionId[] = [];
  for (let place = 0; place < regionCount; place += 1) {
    const id = REGION_IDS[view.getUint8(HEADER_BYTES + place)];
    if (id === undefined) return refused('The payload names an unknown region.');
    if (regions.includes(id)) return refused(`The payload names region ${id} twice.`);
    regions.push(id);
  }
  const framesDropped = view.getUint32(16, true);
  return accepted({ index, count, frameCount, framesDropped, regions, sections, personBytes });
}

const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * Returns bytes that allow reading numbers in place, without a copy of each column: every column starts at a multiple
 * of its numbers' size from the start of the payload.
 */
const aligned = (bytes: Uint8Array): Uint8Array =>
  bytes.byteOffset % Float64Array.BYTES_PER_ELEMENT === 0 ? bytes : bytes.slice();

/** Reads the columns of a payload in order; `fault` gets the first broken rule. */
class ColumnReader {
  readonly #view: DataView;
  readonly #frameCount: number;
  readonly #isTrusted: boolean;
  #offset: number;
  fault: string | undefined;

  constructor(view: DataView, frameCount: number, offset: number, isTrusted: boolean) {
    this.#view = view;
    this.#frameCount = frameCount;
    this.#offset = offset;
    this.#isTrusted = isTrusted;
  }

  #float64s(): Float64Array {
    const { buffer, byteOffset } = this.#view;
    const at = this.#offset;
    this.#offset += 8 * this.#frameCount;
    if (LITTLE_ENDIAN) return new Float64Array(buffer, byteOffset + at, this.#frameCount);
    return Float64Array.from({ length: this.#frameCount }, (_, frame) =>
      this.#view.getFloat64(at + 8 * frame, true),
    );
  }

  #float32s(): Float32Array {
    const { buffer, byteOffset } = this.#view;
    const at = this.#offset;
    this.#offset += 4 * this.#frameCount;
    if (LITTLE_ENDIAN) return new Float32Array(buffer, byteOffset + at, this.#frameCount);
    return Float32Array.from({ length: this.#frameCount }, (_, frame) =>
      this.#view.getFloat32(at + 4 * frame, true),
    );
  }

  times(): Float64Array {
    const times = this.#float64s();
    if (this.#isTrusted) return times;
    let previous = Number.NEGATIVE_INFINITY;
    for (const time of times) {
      if (!Number.isFinite(time) || Math.abs(time) > Number.MAX_SAFE_INTEGER) {
        this.fault ??= 'A capture time is not a number.';
      } else if (time <= previous) {
        this.fault ??= 'Capture times must increase from frame to frame.';
      }
      previous = time;
    }
    const span = (times[this.#frameCount - 1] ?? 0) - (times[0] ?? 0);
    if (span > PAYLOAD_LIMITS.maxDurationS * 1000) {
      this.fault ??= `A chunk must not span more than ${String(PAYLOAD_LIMITS.maxDurationS)} s.`;
    }
    return times;
  }

  #column(name: ColumnName): Float32Array {
    const column = this.#float32s();
    if (this.#isTrusted) return column;
    const { min, max, nan } = COLUMN_RULES[name];
    let fits = true;
    // By index: an iterator takes twice as long.
    let frame = 0;
    while (frame < column.length) {
      const value = column[frame] ?? Number.NaN;
      if (!(value >= min && value <= max) && !(nan && Number.isNaN(value))) fits = false;
      frame += 1;
    }
    if (!fits) this.fault ??= `A value of ${name} is outside ${String(min)} to ${String(max)}.`;
    return column;
  }

  columns<Name extends ColumnName>(names: readonly Name[]): Readonly<Record<Name, Float32Array>> {
    return columnsOf(names, (name) => this.#column(name));
  }
}

function readPerson(bytes: Uint8Array): Outcome<DemographicsWire> {
  try {
    const json: unknown = JSON.parse(String.fromCharCode(...bytes));
    const person = demographicsWireSchema.safeParse(json);
    if (person.success) return accepted(person.data);
    const field = person.error.issues[0]?.path.join('.') ?? '';
    return refused(`The demographics are not valid: ${field === '' ? 'not an object' : field}.`);
  } catch {
    return refused('The demographics are not valid JSON.');
  }
}

export interface DecodeOptions {
  /** The same bytes were accepted before: their checksum and the ranges of the columns are not checked again. */
  readonly isTrusted?: boolean;
  /** A faster CRC-32, where the platform has one. */
  readonly checksum?: (bytes: Uint8Array) => number;
}

/**
 * Decodes a chunk from a client. Never throws and never reads past the buffer, whatever the bytes.
 * @param encoded one encoded chunk. The columns are views of these bytes, which must not be modified.
 * @returns the chunk, or the first rule that it breaks in plain words.
 */
export function decodeChunk(
  encoded: Uint8Array,
  { isTrusted = false, checksum = crc32 }: DecodeOptions = {},
): Outcome<TraceChunk> {
  const bytes = aligned(encoded);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readHeader(view);
  if (!header.ok) return header;
  const checksumAt = bytes.byteLength - CHECKSUM_BYTES;
  if (!isTrusted && view.getUint32(checksumAt, true) !== checksum(bytes.subarray(0, checksumAt))) {
    return refused('The checksum does not match: the payload was damaged in transit.');
  }
  const { index, count, frameCount, framesDropped, regions, sections, personBytes } = header.value;
  const columnsAt = HEADER_BYTES + tableBytes(regions.length);
  const reader = new ColumnReader(view, frameCount, columnsAt, isTrusted);
  const timeMs = reader.times();
  const face = reader.columns(FACE_COLUMNS);
  const background = reader.columns(COLOUR_COLUMNS);
  const series: Partial<Record<RegionId, RegionSeries>> = {};
  for (const id of regions) series[id] = reader.columns(REGION_COLUMNS);
  const chest = sections.includes('chest') ? reader.columns(CHEST_COLUMNS) : undefined;
  const learned = sections.includes('learned') ? reader.columns(LEARNED_COLUMNS) : undefined;
  if (reader.fault !== undefined) return refused(reader.fault);
  const frames: FrameSeries = {
    ...{ timeMs, face, background, regions: series },
    ...(chest !== undefined && { chest }),
    ...(learned !== undefined && { learned }),
  };
  const chunk = { index, count, framesDropped, frames };
  if (personBytes === 0) return accepted(chunk);
  const person = readPerson(bytes.subarray(checksumAt - personBytes, checksumAt));
  return person.ok ? accepted({ ...chunk, person: person.value }) : person;
}
