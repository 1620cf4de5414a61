// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mask, unmask } from './unmask.ts';

const frames = fc.record({
  bytes: fc.uint8Array({ maxLength: 50 }),
  key: fc.uint8Array({ minLength: 4, maxLength: 4 }),
  offset: fc.nat(9),
});

it('masks and unmasks every byte, at any offset', () => {
  fc.assert(
    fc.property(frames, ({ bytes, key, offset }) => {
      const all = new Uint8Array(offset + bytes.length + 3);
      mask(bytes, key, all, offset, bytes.length);
      const masked = bytes.map((byte, at) => byte ^ (key[at % 4] ?? 0));
      expect(all).toEqual(Uint8Array.of(...new Uint8Array(offset), ...masked, 0, 0, 0));
      unmask(all.subarray(offset, offset + bytes.length), key);
      expect(all.subarray(offset, offset + bytes.length)).toEqual(bytes);
    }),
  );
});
