// SPDX-License-Identifier: Apache-2.0
import type { RouteTable } from '../route.ts';
import { z } from '../schema.ts';
import {
  EVENT_LIMITS,
  remoteEventsAnswer,
  remoteEventsBody,
  remoteEventsReader,
} from './events.ts';

/** The events webhook, below `/api`. */
export const EVENT_ROUTES = {
  events: {
    method: 'POST',
    path: '/webhook/:id',
    summary: 'Events of a session for the events webhook of a configuration',
    authentication: 'public',
    rate: 'normal',
    bodyLimit: EVENT_LIMITS.bodyBytes,
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    body: remoteEventsBody,
    bodyReader: remoteEventsReader,
    response: remoteEventsAnswer,
    errors: ['NOT_FOUND', 'RATE_LIMIT'],
    note: 'The last one is sent by a beacon, which carries no token; nothing can be read back here. Entries of a list are taken one by one: `refused` names those that break a rule. Where none is good the list is refused.',
  },
} as const satisfies RouteTable;
