// SPDX-License-Identifier: Apache-2.0
import type { Transport, Transports } from '../mail/transport.ts';
import type { GuardedPost } from './guarded-post.ts';
import { traced, type Tracing } from '../telemetry/span.ts';

/** The same transports, each sending in a span that names its channel and nobody. */
export function tracedTransports(tracing: Tracing, transports: Transports): Transports {
  if (tracing.root === null) return transports;
  return Object.fromEntries(
    Object.entries(transports).map(([channel, transport]: [string, Transport]) => [
      channel,
      {
        send: (message) =>
          traced(
            tracing,
            { name: `send ${channel}`, kind: 'client', facts: { 'perfuse.channel': channel } },
            () => transport.send(message),
          ),
        close: () => transport.close(),
      } satisfies Transport,
    ]),
  );
}

/** The same post in a span: its status, and neither the address nor what is sent. */
export const tracedPost =
  (tracing: Tracing, post: GuardedPost): GuardedPost =>
  (address, what) =>
    traced(
      tracing,
      { name: 'post to an organisation', kind: 'client', facts: { 'http.request.method': 'POST' } },
      () => post(address, what),
    );
