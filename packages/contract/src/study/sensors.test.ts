// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHeartRateMeasurement } from './heart-rate-measurement.ts';
import { medicalFloat, parsePulseOximetry } from './pulse-oximetry.ts';

const view = (...bytes: number[]): DataView => new DataView(Uint8Array.from(bytes).buffer);
const low = (value: number): number => value & 0xff;
const high = (value: number): number => value >> 8;

describe('a notification of a chest strap', () => {
  it('contains a heart rate and the intervals since the previous one', () => {
    // Flags: intervals, contact supported and detected. 72 per minute, 853/1024 s twice.
    const found = parseHeartRateMeasurement(view(0b10110, 72, 0x55, 0x03, 0x55, 0x03));
    expect(found).toEqual({
      ok: true,
      value: {
        bpm: 72,
        contact: 'on',
        intervalsMs: [833.0078125, 833.0078125],
      },
    });
  });

  it.each([
    [0b000, 'unknown'],
    [0b010, 'unknown'],
    [0b100, 'off'],
    [0b110, 'on'],
  ])('with the contact bits %i reports contact %s', (flags, contact) => {
    expect(parseHeartRateMeasurement(view(flags, 60))).toMatchObject({ value: { contact } });
  });

  it('is parsed according to its flags', () => {
    const uint16 = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(
        fc.record({
          bpm: uint16,
          contact: fc.constantFrom('unknown', 'off', 'on'),
          energy: fc.option(uint16),
          units: fc.option(fc.array(uint16, { maxLength: 9 })),
          reserved: fc.integer({ min: 0, max: 7 }),
          narrow: fc.boolean(),
        }),
        ({ bpm: any, contact, energy, units, reserved, narrow }) => {
          const bpm = narrow ? any & 0xff : any;
          const flags =
            (narrow ? 0 : 1) |
            { unknown: 0, off: 4, on: 6 }[contact] |
            (energy === null ? 0 : 8) |
            (units === null ? 0 : 16) |
            (reserved << 5);
          const bytes = [
            flags,
            ...(narrow ? [bpm] : [low(bpm), high(bpm)]),
            ...(energy === null ? [] : [low(energy), high(energy)]),
            ...(units ?? []).flatMap((one) => [low(one), high(one)]),
          ];
          expect(parseHeartRateMeasurement(view(...bytes))).toEqual({
            ok: true,
            value: {
              bpm,
              contact,
              intervalsMs: (units ?? []).map((one) => (1000 * one) / 1024),
            },
          });
        },
      ),
    );
  });

  it('is refused, never misread, when truncated', () => {
    const whole = [0b11111, 0x2c, 0x01, 0x10, 0x00, 0x55, 0x03];
    for (const length of [0, 1, 2, 3, 4, 6]) {
      expect(parseHeartRateMeasurement(view(...whole.slice(0, length)))).toMatchObject({
        ok: false,
      });
    }
    expect(parseHeartRateMeasurement(view(...whole))).toMatchObject({ value: { bpm: 300 } });
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const { ok } = parseHeartRateMeasurement(view(...bytes));
        expect(ok).toBe(bytes.length > 0 && ok);
      }),
    );
  });

  it('is read at an offset of a larger buffer', () => {
    const inside = new DataView(Uint8Array.of(9, 9, 0, 61, 9).buffer, 2, 2);
    expect(parseHeartRateMeasurement(inside)).toMatchObject({ value: { bpm: 61 } });
  });
});

describe('a notification of a pulse oximeter', () => {
  it('contains a saturation and a pulse rate', () => {
    expect(parsePulseOximetry(view(0, 97, 0, 64, 0))).toEqual({
      ok: true,
      value: { spo2: 97, bpm: 64, isDoubtful: false },
    });
  });

  it('has no value where the oximeter has none', () => {
    expect(parsePulseOximetry(view(0, 0xff, 0x07, 0xff, 0x07))).toMatchObject({
      value: { spo2: null, bpm: null },
    });
  });

  it.each([
    ['fully qualified', 8, false],
    ['from storage', 9, true],
    ['of a demonstration', 10, true],
    ['of a test', 11, true],
    ['unavailable', 13, true],
    ['questionable', 14, true],
    ['invalid', 15, true],
  ])('with the status "%s" is marked as doubtful or not', (_, bit, isDoubtful) => {
    const status = 1 << bit;
    const fast = [96, 0, 65, 0];
    const bytes = view(0b101, 97, 0, 64, 0, ...fast, low(status), high(status));
    expect(parsePulseOximetry(bytes)).toMatchObject({ value: { bpm: 64, isDoubtful } });
  });

  it('is refused when truncated', () => {
    expect(parsePulseOximetry(view(0, 97, 0, 64))).toMatchObject({ ok: false });
    expect(parsePulseOximetry(view(0b100, 97, 0, 64, 0, 1))).toMatchObject({ ok: false });
  });

  it('never throws, and yields finite numbers or null', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
        const found = parsePulseOximetry(view(...bytes));
        if (!found.ok) return;
        for (const value of [found.value.bpm, found.value.spo2]) {
          expect(value === null || Number.isFinite(value)).toBe(true);
        }
      }),
    );
  });

  it.each([
    [0x0040, 64],
    [0xf280, 64],
    [0xe000, 0],
    [0x1007, 70],
    [0x0ffb, -5],
    [0x07fe, null],
    [0x0800, null],
  ])('reads the medical float %i as %s', (raw, value) => {
    const found = medicalFloat(raw);
    if (value === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(value, 9);
  });
});
