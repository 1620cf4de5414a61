// SPDX-License-Identifier: Apache-2.0
import type { GuardedPost } from './guarded-post.ts';
import { traced, type Tracing } from '../telemetry/span.ts';

/** The same post within a span, which contains neither the address nor what is sent. */
export const tracedPost =
  (tracing: Tracing, post: GuardedPost): GuardedPost =>
  (address, what) =>
    traced(
      tracing,
      { name: 'post to an organisation', kind: 'client', facts: { 'http.request.method': 'POST' } },
      () => post(address, what),
    );
