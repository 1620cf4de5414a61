// SPDX-License-Identifier: Apache-2.0
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collectGarbage } from './heap.ts';

it('frees what is no longer used', async () => {
  const reference = new WeakRef({ unused: true });
  // A target stays alive until the end of the turn in which the reference was created.
  await nextTurn();
  collectGarbage();
  expect(reference.deref()).toBeUndefined();
});
