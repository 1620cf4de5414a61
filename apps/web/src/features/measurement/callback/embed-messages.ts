// SPDX-License-Identifier: Apache-2.0
import { FAILURES } from '@perfuse/contract/failures/catalogue';
import type { EmbedNotification } from '@perfuse/contract/launch/embed';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { RUNNING_PHASES, type Moment } from '@perfuse/flow';

/**
 * Messages for the page around the app's frame about the step from one moment of a measurement to the next, in order.
 * Results are not among them.
 */
export function embedMessagesBetween(before: Moment, after: Moment): EmbedNotification[] {
  const news: EmbedNotification[] = [];
  const wasRunning = RUNNING_PHASES.includes(before.phase);
  if (!wasRunning && RUNNING_PHASES.includes(after.phase))
    news.push({ type: 'measurement-started' });
  const { answered, plan, reading, failure } = after.context;
  if (answered.length > before.context.answered.length) {
    const parts = plan?.chunkCount ?? MEASUREMENT.chunkCount;
    news.push({ type: 'progress', answered: answered.length, parts, stars: reading?.stars ?? 0 });
  }
  if (before.phase === after.phase) return news;
  // Leaving the screen cancels too.
  const isLeft = after.phase === 'idle' && wasRunning;
  if (!isLeft && after.phase !== 'cancelled' && after.phase !== 'failed') return news;
  // A cancelled measurement may have been stopped by a fault, such as a lost connection.
  const error = isLeft || failure === null ? 'MEASUREMENT_CANCELED' : FAILURES[failure].callback;
  news.push(
    error === 'MEASUREMENT_CANCELED'
      ? { type: 'measurement-cancelled' }
      : { type: 'measurement-failed', error },
  );
  return news;
}
