// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseY4mHeader, y4mHeader } from './y4m.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

describe('the y4m header codec', () => {
  it('reads what it writes', () => {
    const headers = fc.record({
      width: fc.integer({ min: 2, max: 4000 }),
      height: fc.integer({ min: 2, max: 4000 }),
      rate: fc.record({
        numerator: fc.integer({ min: 1001, max: 60_000 }),
        denominator: fc.constantFrom(1000, 1001),
      }),
    });
    fc.assert(
      fc.property(headers, (header) => {
        const text = y4mHeader(header);
        expect(parseY4mHeader(bytes(`${text}FRAME\nabc`))).toEqual({
          ok: true,
          value: { header, bytes: text.length },
        });
      }),
    );
  });

  it('reads fields in any order and without a colour space', () => {
    expect(parseY4mHeader(bytes('YUV4MPEG2 F25:1 H48 W64\n'))).toMatchObject({
      ok: true,
      value: { header: { width: 64, height: 48 } },
    });
  });

  it.each([
    ['RIFF', /not a y4m/],
    ['YUV4MPEG2 W64 H48 F30:1', /not a y4m/],
    ['YUV4MPEG2 H48 F30:1\n', /picture size/],
    ['YUV4MPEG2 W64 H1.5 F30:1\n', /picture size/],
    ['YUV4MPEG2 W64 H48\n', /frame rate/],
    ['YUV4MPEG2 W64 H48 F30:0\n', /frame rate/],
    ['YUV4MPEG2 W64 H48 F30:1 C444\n', /holds 444/],
    ['YUV4MPEG2 W64 H48 F30:1 C420p10\n', /holds 420p10/],
  ])('refuses %j', (text, reason) => {
    const parsed = parseY4mHeader(bytes(text));
    expect(parsed.ok ? '' : parsed.reason).toMatch(reason);
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (any) => void parseY4mHeader(any)));
  });
});
