// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redact } from './redact.ts';

const JWT = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLWJ5dGVz';

test.each([
  [`token ${JWT} ends`, 'token [token] ends'],
  ['authorization: Bearer abc.def-123', 'authorization: [hidden] [token]'],
  ['{"Token":"abc","RefreshToken":"def"}', '{"Token":"[hidden]","RefreshToken":"[hidden]"}'],
  ['password=letmein&x=1', 'password=[hidden]&x=1'],
  ['GET /c/demo/profile/abc/def failed', 'GET /c/[hidden] failed'],
  ['sent to jane.doe@example.org.', 'sent to [address].'],
  [`payload ${'QUJD'.repeat(20)}==`, 'payload [long value]'],
  ['chunk 3 of 6 sent, 30.0 fps', 'chunk 3 of 6 sent, 30.0 fps'],
  ['/assets/facemesh-BLe29iWP.bin', '/assets/facemesh-BLe29iWP.bin'],
])('%s becomes %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

test('no token remains, whatever text surrounds it', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect(redact(`${before} ${JWT} ${after}`)).not.toContain('c2lnbmF0dXJl');
    }),
  );
});
