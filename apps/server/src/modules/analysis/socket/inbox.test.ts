// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { createInbox } from './inbox.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the inbox of a socket', () => {
  it('handles messages in order and never two at once', async () => {
    const done: number[] = [];
    let busy = 0;
    const inbox = createInbox<number>({
      handle: async (message) => {
        busy += 1;
        expect(busy).toBe(1);
        // The first ones take longest, so that a second one would overtake them.
        for (let n = message; n < 6; n += 1) await turn();
        done.push(message);
        busy -= 1;
      },
      hold: () => undefined,
      release: () => undefined,
    });
    for (let message = 0; message < 6; message += 1) inbox.push(message);
    await expect.poll(() => done).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('pauses the sender once each time it is full, and resumes it when empty', async () => {
    const calls: string[] = [];
    let handled = 0;
    const inbox = createInbox<number>({
      handle: async () => {
        await turn();
        handled += 1;
      },
      hold: () => calls.push('hold'),
      release: () => calls.push('release'),
    });
    for (let message = 0; message < 15; message += 1) inbox.push(message);
    await expect.poll(() => handled).toBe(15);
    await turn();
    expect(calls).toEqual([]);
    for (const expected of [
      ['hold', 'release'],
      ['hold', 'release', 'hold', 'release'],
    ]) {
      for (let message = 0; message < 40; message += 1) inbox.push(message);
      expect(calls).toEqual(expected.slice(0, -1));
      await expect.poll(() => calls).toEqual(expected);
    }
    expect(handled).toBe(95);
  });

  it('yields to the event loop between messages that wait for nothing', async () => {
    const order: (number | string)[] = [];
    const inbox = createInbox<number>({
      handle: (message) => {
        order.push(message);
        return Promise.resolve();
      },
      hold: () => undefined,
      release: () => undefined,
    });
    setImmediate(() => order.push('another'));
    inbox.push(1);
    inbox.push(2);
    await expect.poll(() => order).toEqual([1, 'another', 2]);
  });

  it('finishes the current message when it closes, and drops the rest', async () => {
    const done: number[] = [];
    const inbox = createInbox<number>({
      handle: async (message) => {
        await turn();
        done.push(message);
      },
      hold: () => undefined,
      release: () => undefined,
    });
    inbox.push(1);
    inbox.push(2);
    await inbox.close();
    expect(done).toEqual([1]);
    inbox.push(3);
    await turn();
    expect(done).toEqual([1]);
  });
});
