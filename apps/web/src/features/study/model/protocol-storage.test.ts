// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_PROTOCOL } from '@perfuse/contract/study/protocol';
import { expect, test } from 'vitest';
import type { KeyValueStorage } from '../../../platform/browser/stored.ts';
import { storedProtocol, storeProtocol } from './protocol-storage.ts';

/** A browser's storage that holds `text` under every key, and then whatever is written to it. */
function storageWith(text: string | null): KeyValueStorage {
  let kept = text;
  return {
    getItem: () => kept,
    setItem: (_, written) => void (kept = written),
    removeItem: () => void (kept = null),
  };
}

test('a stored protocol is restored', () => {
  const storage = storageWith(null);
  const protocol = { ...DEFAULT_PROTOCOL, name: 'Night shift' };
  expect(storeProtocol(storage, protocol)).toBe(true);
  expect(storedProtocol(storage)).toEqual(protocol);
});

test.each([
  ['none is kept', null],
  ['what is kept is broken', '{"format":'],
  ['what is kept is no protocol', '{"format":"perfuse-study-session"}'],
])('the default protocol is used where %s', (_, text) => {
  expect(storedProtocol(storageWith(text))).toEqual(DEFAULT_PROTOCOL);
});

const full: KeyValueStorage = {
  ...storageWith(null),
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
};
test.each([
  ['has no room', full],
  ['stores nothing', null],
])('storing a protocol returns false in a browser that %s', (_, storage) => {
  expect(storeProtocol(storage, DEFAULT_PROTOCOL)).toBe(false);
});
