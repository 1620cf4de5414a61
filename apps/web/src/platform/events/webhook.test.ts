// SPDX-License-Identifier: Apache-2.0
import { LAUNCH_HEADER } from '@perfuse/contract/launch/link';
import { createEventLog } from '@perfuse/flow';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWebhook } from './webhook.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A log with the webhook of a backend that returns the given answers in order, then repeats the last one. */
function log(...answers: readonly (readonly [status: number, body: unknown])[]) {
  const posted: string[][] = [];
  const secrets: (string | undefined)[] = [];
  const waiting = [...answers];
  vi.stubGlobal(
    'fetch',
    (_address: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
      secrets.push(headers[LAUNCH_HEADER]);
      posted.push((JSON.parse(body) as { event: string }[]).map(({ event }) => event));
      const [status, answer] = (waiting.length > 1 ? waiting.shift() : waiting[0]) ?? [200, {}];
      return Promise.resolve(Response.json(answer, { status }));
    },
  );
  const { post, beacon } = createWebhook(() => ({ configId: 'demo', launchId: 'secret' }));
  const events = createEventLog({
    timestamp: () => '2026-05-04T10:00:00.000Z',
    post,
    beacon,
    wait: () => Promise.resolve(),
    online: () => Promise.resolve(),
  });
  let sequence = 0;
  events.open({ sessionId: 's-1', nextSequence: () => sequence++ });
  return { events, posted, secrets };
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

const INVALID = { code: 'VALIDATION_ERROR', message: '' };

describe('the sender of events', () => {
  it('resends nothing when the backend refuses some events of a batch and accepts the rest', async () => {
    const refused = [{ index: 0, errors: { event: [['VALUES', []]] } }];
    const { events, posted } = log([200, { stored: 1, refused }]);
    events.tell('CAMERA_STARTED');
    events.tell('MEASUREMENT_STARTED');
    await settled();
    events.tell('CREATED');
    await settled();
    expect(posted).toEqual([['CAMERA_STARTED', 'MEASUREMENT_STARTED'], ['CREATED']]);
  });

  it('sends the secret of its launch, also when the page is unloaded', async () => {
    const { events, posted, secrets } = log([200, { stored: 1 }]);
    events.tell('CAMERA_STARTED');
    await settled();
    events.tell('PAGE_UNLOADED');
    events.flush();
    await settled();
    expect(posted).toEqual([['CAMERA_STARTED'], ['PAGE_UNLOADED']]);
    expect(secrets).toEqual(['secret', 'secret']);
  });

  it('drops what the backend refuses, and retries while it is unavailable', async () => {
    const { events, posted } = log([400, INVALID], [503, INVALID], [200, { stored: 1 }]);
    events.tell('CAMERA_STARTED');
    await settled();
    events.tell('CREATED');
    await settled();
    expect(posted).toEqual([['CAMERA_STARTED'], ['CREATED'], ['CREATED']]);
  });
});
