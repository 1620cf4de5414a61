// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PAYLOAD_LIMITS } from '../limits.ts';
import { encodeDemographics } from '../person/demographics.ts';
import type {
  ChestSeries,
  ColourSeries,
  FrameSeries,
  LearnedSeries,
  RegionSeries,
  TraceChunk,
} from './chunk.ts';
import { decodeChunk, encodeChunk } from './codec.ts';
import { crc32 } from './crc32.ts';
import { REGION_IDS, type RegionId } from './regions.ts';

const floats = (length: number, min: number, max: number, nan = true) =>
  fc.float32Array({ minLength: length, maxLength: length, min, max, noNaN: !nan });

const colours = (length: number): fc.Arbitrary<ColourSeries> =>
  fc.record({
    red: floats(length, 0, 255),
    green: floats(length, 0, 255),
    blue: floats(length, 0, 255),
  });

const region = (length: number): fc.Arbitrary<RegionSeries> =>
  fc
    .tuple(
      colours(length),
      fc.record({
        pixels: floats(length, 0, 1e6, false),
        clipped: floats(length, 0, 1),
        texture: floats(length, 0, 255),
      }),
    )
    .map(([means, rest]) => ({ ...means, ...rest }));

const chest = (length: number): fc.Arbitrary<ChestSeries> =>
  fc.record({ shift: floats(length, -1, 1, false), confidence: floats(length, 0, 1, false) });

const learnedPulse = (length: number): fc.Arbitrary<LearnedSeries> =>
  fc.record({ pulse: floats(length, -1e6, 1e6) });

const person = encodeDemographics({
  ageYears: 45,
  heightCm: 178,
  weightKg: 82.4,
  sex: 'male',
  smoker: true,
  diabetes: 'type2',
  hypertension: false,
  bloodPressureMedication: true,
});

const chunks: fc.Arbitrary<TraceChunk> = fc
  .tuple(
    fc.integer({ min: 1, max: 40 }),
    fc.subarray([...REGION_IDS]),
    fc.integer({ min: 1, max: 64 }),
  )
  .chain(([length, regionIds, count]) =>
    fc.record({
      index: fc.integer({ min: 0, max: count - 1 }),
      count: fc.constant(count),
      framesDropped: fc.integer({ min: 0, max: 100_000 }),
      frames: fc.record({
        timeMs: fc
          .tuple(
            fc.double({ min: -1e9, max: 1e9, noNaN: true }),
            fc.array(fc.integer({ min: 1, max: 400 }), { minLength: length, maxLength: length }),
          )
          .map(([start, steps]) => {
            let time = start;
            return Float64Array.from(steps, (step) => (time += step));
          }),
        face: fc.record({
          confidence: floats(length, 0, 1, false),
          centreX: floats(length, -2, 3),
          centreY: floats(length, -2, 3),
          width: floats(length, 0, 3),
          yaw: floats(length, -180, 180),
          pitch: floats(length, -180, 180),
          roll: floats(length, -180, 180),
        }),
        background: colours(length),
        regions: fc
          .tuple(...regionIds.map(() => region(length)))
          .map((all): Partial<Record<RegionId, RegionSeries>> =>
            Object.fromEntries(regionIds.map((id, place) => [id, all[place]])),
          ),
      }),
    }),
  )
  .chain((chunk) =>
    fc
      .option(chest(chunk.frames.timeMs.length))
      .map((moved): TraceChunk =>
        moved === null ? chunk : { ...chunk, frames: { ...chunk.frames, chest: moved } },
      ),
  )
  .chain((chunk) =>
    fc
      .option(learnedPulse(chunk.frames.timeMs.length))
      .map((read): TraceChunk => (read === null ? chunk : withLearned(chunk, read))),
  )
  .chain((chunk) =>
    fc.boolean().map((withPerson): TraceChunk => (withPerson ? { ...chunk, person } : chunk)),
  );

const example = (): TraceChunk => {
  const sampled = fc.sample(chunks, { numRuns: 1, seed: 7 })[0];
  if (sampled === undefined) throw new Error('no sample');
  return sampled;
};

/** Modifies bytes and recomputes the checksum, as a hostile client would. */
function forge(bytes: Uint8Array, change: (view: DataView) => void): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  change(view);
  view.setUint32(copy.length - 4, crc32(copy.subarray(0, -4)), true);
  return copy;
}

/** The same chunk with the series of a learned estimator. */
function withLearned(chunk: TraceChunk, read: LearnedSeries): TraceChunk {
  return { ...chunk, frames: { ...chunk.frames, learned: read } };
}

/** The same chunk without optional sections, or with only the given ones. */
function withSections(
  chunk: TraceChunk,
  sections: Partial<Pick<FrameSeries, 'chest' | 'learned'>>,
): TraceChunk {
  const { timeMs, face, background, regions } = chunk.frames;
  return { ...chunk, frames: { timeMs, face, background, regions, ...sections } };
}

/** The same chunk with a chest. */
const withChest = (chunk: TraceChunk, moved: ChestSeries): TraceChunk => ({
  ...chunk,
  frames: { ...chunk.frames, chest: moved },
});

const stillChest = (chunk: TraceChunk): ChestSeries => {
  const zeros = new Float32Array(chunk.frames.timeMs.length);
  return { shift: zeros, confidence: zeros };
};

/**
 * Output of version 1.0: one frame of the regions skin and chin, a woman of 45, without a chest section. Never
 * regenerate it: a released app sends such bytes.
 */
const BYTES_OF_1_0 = [
  'UFJGUwEAIAACAAYAAQAAAAEAAAACACoAAAAAAAAAAAAABQAAAAAAAAAAAABAiMNAAACAPwAAAD8AAMA+AACAPgAA',
  'AMAAAEBAAAAAPwAAvkIAAMBCAADBQgAAIEMAAPBCAADIQgAAYUQAAAA+AACQQAAAFkMAANxCAAC0QgAAYUQAAAA+',
  'AACQQHsiQUdFX1lFQVJTIjo0NSwiU0VYX0FTU0lHTkVEX0FUX0JJUlRIIjozfaEBqvM=',
].join('');

/** Two frames of two regions, with all sections: each column has a different number, in the order of the document. */
function numberedColumns(): TraceChunk {
  let next = 0;
  const column = (): Float32Array => {
    next += 1;
    return Float32Array.of(next / 64, next / 128);
  };
  const face = {
    confidence: column(),
    centreX: column(),
    centreY: column(),
    width: column(),
    yaw: column(),
    pitch: column(),
    roll: column(),
  };
  const colour = (): ColourSeries => ({ red: column(), green: column(), blue: column() });
  const background = colour();
  const numberedRegion = (): RegionSeries => ({
    ...colour(),
    pixels: column(),
    clipped: column(),
    texture: column(),
  });
  const regions = { forehead: numberedRegion(), chin: numberedRegion() };
  const moved = { shift: column(), confidence: column() };
  const learned = { pulse: column() };
  const timeMs = Float64Array.of(10_000.5, 10_033.25);
  const frames = { timeMs, face, background, regions, chest: moved, learned };
  return { index: 2, count: 6, framesDropped: 1, person, frames };
}

/** {@link numberedColumns} as written by version 1.2. */
const BYTES_OF_1_2 = [
  'UFJGUwECIAACAAYAAgAAAAEAAAACA5IAAAAAAAAAAAABBQAAAAAAAAAAAABAiMNAAAAAAKCYw0AAAIA8AAAAPAAAAD0A',
  'AIA8AABAPQAAwDwAAIA9AAAAPQAAoD0AACA9AADAPQAAQD0AAOA9AABgPQAAAD4AAIA9AAAQPgAAkD0AACA+AACgPQAA',
  'MD4AALA9AABAPgAAwD0AAFA+AADQPQAAYD4AAOA9AABwPgAA8D0AAIA+AAAAPgAAiD4AAAg+AACQPgAAED4AAJg+AAAY',
  'PgAAoD4AACA+AACoPgAAKD4AALA+AAAwPgAAuD4AADg+AADAPgAAQD4AAMg+AABIPnsiQUdFX1lFQVJTIjo0NSwiV0VJ',
  'R0hUX0tHIjo4Mi40LCJIRUlHSFRfQ00iOjE3OCwiU0VYX0FTU0lHTkVEX0FUX0JJUlRIIjoyLCJTTU9LRVIiOjAsIkRJ',
  'QUJFVEVTIjo2LCJCTE9PRF9QUkVTU1VSRV9NRURJQ0FUSU9OIjoxLCJIWVBFUlRFTlNJT04iOjB9aev8zw==',
].join('');

const reasonOf = (bytes: Uint8Array): string => {
  const decoded = decodeChunk(bytes);
  return decoded.ok ? 'accepted' : decoded.reason;
};

describe('payload codec', () => {
  test('round-trips every chunk exactly, NaN included', () => {
    fc.assert(
      fc.property(chunks, (chunk) => {
        expect(decodeChunk(encodeChunk(chunk))).toEqual({ ok: true, value: chunk });
      }),
      { numRuns: 200 },
    );
  });

  test('reads a payload at any offset of a larger buffer', () => {
    const bytes = encodeChunk(example());
    const larger = new Uint8Array(bytes.length + 13);
    larger.set(bytes, 13);
    expect(decodeChunk(larger.subarray(13))).toEqual(decodeChunk(bytes));
  });

  test('decodes an aligned payload without copying its columns', () => {
    const bytes = encodeChunk(example());
    const decoded = decodeChunk(bytes);
    expect(decoded.ok && decoded.value.frames.timeMs.buffer).toBe(bytes.buffer);
  });

  test('decodes trusted bytes to the same chunk, and does not throw on forged headers', () => {
    const bytes = encodeChunk(example());
    const isTrusted = true;
    expect(decodeChunk(bytes, { isTrusted })).toEqual(decodeChunk(bytes));
    fc.assert(
      fc.property(fc.nat({ max: 31 }), fc.nat({ max: 255 }), (at, value) => {
        const forged = bytes.slice();
        forged[at] = value;
        expect(typeof decodeChunk(forged, { isTrusted }).ok).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });

  test('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        expect(decodeChunk(bytes).ok).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test('refuses every payload with a single flipped bit', () => {
    const bytes = encodeChunk(example());
    fc.assert(
      fc.property(fc.nat({ max: bytes.length * 8 - 1 }), (bit) => {
        const damaged = bytes.slice();
        damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(decodeChunk(damaged).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('refuses every truncation', () => {
    const bytes = encodeChunk(example());
    for (let length = 0; length < bytes.length; length += 1) {
      expect(decodeChunk(bytes.subarray(0, length)).ok).toBe(false);
    }
  });

  test('answers or refuses forged headers without reading past the end', () => {
    const bytes = encodeChunk(example());
    fc.assert(
      fc.property(fc.nat({ max: 31 }), fc.nat({ max: 255 }), (at, value) => {
        const decoded = decodeChunk(forge(bytes, (view) => view.setUint8(at, value)));
        expect(typeof decoded.ok).toBe('boolean');
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['another version', 4, 2, /Payload version 2\.0 is not supported/],
    ['a later minor version', 4, 0x0301, /Payload version 1\.3 is not supported/],
    ['another header length', 6, 40, /header length/],
    ['no chunks at all', 10, 0, /chunk count must be 1 to 64/],
    ['an index past the count', 8, 65_535, /index must be below/],
  ])('names the rule that %s breaks', (_name, at, value, rule) => {
    const bytes = encodeChunk(example());
    expect(reasonOf(forge(bytes, (view) => view.setUint16(at, value, true)))).toMatch(rule);
  });

  test('reads a payload of version 1.0', () => {
    const bytes = Uint8Array.from(Buffer.from(BYTES_OF_1_0, 'base64'));
    const decoded = decodeChunk(bytes);
    if (!decoded.ok) throw new Error(decoded.reason);
    expect(decoded.value).toMatchObject({ index: 2, count: 6, framesDropped: 1 });
    expect(decoded.value.person).toEqual({ AGE_YEARS: 45, SEX_ASSIGNED_AT_BIRTH: 3 });
    const { timeMs, face, background, regions, chest: moved } = decoded.value.frames;
    expect([...timeMs]).toEqual([10_000.5]);
    expect(face.width[0]).toBe(0.25);
    expect(background.blue[0]).toBe(96.5);
    expect(regions.chin?.texture[0]).toBe(4.5);
    expect(moved).toBeUndefined();
  });

  test.each<[string, (view: DataView) => void, RegExp]>([
    ['an index that is the count', (view) => view.setUint16(8, 6, true), /index must be below/],
    ['a region named twice', (view) => view.setUint8(33, view.getUint8(32)), /region skin twice/],
    [
      'a time beyond the whole numbers',
      (view) => view.setFloat64(40, 2 ** 53, true),
      /time is not a number/,
    ],
  ])('refuses %s', (_name, change, rule) => {
    const bytes = Uint8Array.from(Buffer.from(BYTES_OF_1_0, 'base64'));
    expect(reasonOf(forge(bytes, change))).toMatch(rule);
  });

  test('writes a chunk without a chest as version 1.0 did', () => {
    const bytes = Uint8Array.from(Buffer.from(BYTES_OF_1_0, 'base64'));
    const decoded = decodeChunk(bytes);
    if (!decoded.ok) throw new Error(decoded.reason);
    expect(encodeChunk(decoded.value)).toEqual(bytes);
  });

  test('writes and reads every column at its position in version 1.2', () => {
    const bytes = encodeChunk(numberedColumns());
    expect(Buffer.from(bytes).toString('base64')).toBe(BYTES_OF_1_2);
    const columnsAt = 32 + 8 + 2 * 8;
    const firsts = Array.from(
      new Float32Array(bytes.buffer, columnsAt, 2 * 25).filter((_, place) => place % 2 === 0),
    );
    expect(firsts).toEqual(Array.from({ length: 25 }, (_, column) => (column + 1) / 64));
    expect(decodeChunk(bytes)).toEqual({ ok: true, value: numberedColumns() });
  });

  test('writes version 1.1 with a chest, and refuses unknown sections', () => {
    const chunk = example();
    const bytes = encodeChunk(withSections(chunk, { chest: stillChest(chunk) }));
    expect([...bytes.subarray(4, 6)]).toEqual([1, 1]);
    expect(bytes[21]).toBe(1);
    expect(reasonOf(forge(bytes, (view) => view.setUint8(21, 3)))).toMatch(/unknown section/);
    expect(reasonOf(forge(bytes, (view) => view.setUint8(21, 0)))).toMatch(/length does not fit/);
    // A reader of 1.0 reads both as one 16-bit number, and refuses 257.
    expect(new DataView(bytes.buffer).getUint16(4, true)).toBe(257);
  });

  test('writes version 1.2 with a learned trace, with or without a chest', () => {
    const chunk = example();
    const learned = { pulse: new Float32Array(chunk.frames.timeMs.length).fill(0.25) };
    const alone = encodeChunk(withSections(chunk, { learned }));
    expect([...alone.subarray(4, 6), alone[21]]).toEqual([1, 2, 2]);
    const both = encodeChunk(withSections(chunk, { chest: stillChest(chunk), learned }));
    expect([...both.subarray(4, 6), both[21]]).toEqual([1, 2, 3]);
    // A version without this section cannot name it.
    expect(reasonOf(forge(both, (view) => view.setUint8(5, 1)))).toMatch(/unknown section/);
    expect(reasonOf(forge(both, (view) => view.setUint8(21, 4)))).toMatch(/unknown section/);
    expect(reasonOf(forge(both, (view) => view.setUint8(21, 1)))).toMatch(/length does not fit/);
  });

  test('refuses a learned trace of the wrong length, or with infinite or excessive values', () => {
    const chunk = example();
    const { length } = chunk.frames.timeMs;
    const read = (pulse: Float32Array) => encodeChunk(withLearned(chunk, { pulse }));
    expect(() => read(new Float32Array(length + 1))).toThrow(/entries/);
    expect(() => read(new Float32Array(length).fill(Infinity))).toThrow(/pulse/);
    expect(() => read(new Float32Array(length).fill(2e6))).toThrow(/pulse/);
    expect(read(new Float32Array(length).fill(NaN)).length).toBeGreaterThan(0);
  });

  test('names the rule that damaged, foreign, oversized and empty payloads break', () => {
    const bytes = encodeChunk(example());
    const damaged = bytes.slice();
    damaged[40] = (damaged[40] ?? 0) ^ 1;
    expect(reasonOf(damaged)).toMatch(/checksum/);
    expect(reasonOf(new Uint8Array(64).fill(0x50))).toMatch(/not a Perfuse payload/);
    expect(reasonOf(new Uint8Array(PAYLOAD_LIMITS.maxBytes + 1))).toMatch(/is over/);
    expect(reasonOf(forge(bytes, (view) => view.setUint32(12, 0, true)))).toMatch(
      /1 to 900 frames/,
    );
  });

  test('refuses times that repeat, run backwards, are NaN or span too long', () => {
    const at = (times: number[]): TraceChunk => {
      const zeros = new Float32Array(times.length);
      const colour = { red: zeros, green: zeros, blue: zeros };
      const place = { centreX: zeros, centreY: zeros, width: zeros };
      const face = { confidence: zeros, ...place, yaw: zeros, pitch: zeros, roll: zeros };
      const frames = { timeMs: Float64Array.from(times), face, background: colour, regions: {} };
      return { index: 0, count: 1, framesDropped: 0, frames };
    };
    expect(() => encodeChunk(at([0, 0]))).toThrow(/increase/);
    expect(() => encodeChunk(at([1, 0]))).toThrow(/increase/);
    expect(() => encodeChunk(at([0, Number.NaN]))).toThrow(/not a number/);
    expect(() => encodeChunk(at([0, 20_001]))).toThrow(/20 s/);
    expect(encodeChunk(at([0, 20_000])).length).toBeGreaterThan(0);
  });

  test('refuses colours outside 8-bit levels, movements outside the frame and columns of the wrong length', () => {
    const chunk = example();
    const broken = (green: Float32Array): TraceChunk => ({
      ...chunk,
      frames: { ...chunk.frames, background: { ...chunk.frames.background, green } },
    });
    const { length } = chunk.frames.timeMs;
    const moved = (change: Partial<ChestSeries>) =>
      encodeChunk(withChest(chunk, { ...stillChest(chunk), ...change }));
    expect(() => moved({ shift: new Float32Array(length).fill(1.5) })).toThrow(/shift/);
    expect(() => moved({ shift: new Float32Array(length).fill(NaN) })).toThrow(/shift/);
    expect(() => moved({ confidence: new Float32Array(length).fill(2) })).toThrow(/confidence/);
    expect(() => moved({ shift: new Float32Array(length + 1) })).toThrow(/entries/);
    expect(() => encodeChunk(broken(new Float32Array(length).fill(255.5)))).toThrow(/green/);
    expect(() => encodeChunk(broken(new Float32Array(length).fill(Infinity)))).toThrow(/green/);
    expect(() => encodeChunk(broken(new Float32Array(length + 1)))).toThrow(/entries/);
  });

  test('refuses demographics that break their schema', () => {
    const bytes = encodeChunk({ ...example(), person });
    const text = JSON.stringify(person);
    const start = bytes.length - 4 - text.length;
    const replace = (json: string) =>
      forge(bytes, (view) => {
        for (let at = 0; at < text.length; at += 1) {
          view.setUint8(start + at, json.padEnd(text.length).charCodeAt(at));
        }
      });
    expect(reasonOf(replace('{"AGE_YEARS":"x"}'))).toMatch(/demographics are not valid: AGE_YEARS/);
    expect(reasonOf(replace('{{{{'))).toMatch(/not valid JSON/);
    expect(reasonOf(replace('[]'))).toMatch(/not an object/);
  });
});

test('crc32 gives the check value of its standard', () => {
  const digits = Uint8Array.from('123456789', (digit) => digit.charCodeAt(0));
  expect(crc32(digits)).toBe(0xcbf43926);
});

test('crc32 equals the bitwise reference for any length', () => {
  /** Bit by bit, as in the standard. */
  const plainly = (bytes: Uint8Array): number => {
    let value = 0xffffffff;
    for (const byte of bytes) {
      value ^= byte;
      for (let bit = 0; bit < 8; bit += 1) {
        value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
      }
    }
    return (value ^ 0xffffffff) >>> 0;
  };
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(crc32(bytes)).toBe(plainly(bytes));
    }),
  );
});
