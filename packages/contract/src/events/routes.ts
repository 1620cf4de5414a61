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
    summary: 'Send events of a launch to the events webhook of its configuration',
    authentication: 'public',
    rate: 'normal',
    bodyLimit: EVENT_LIMITS.bodyBytes,
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    body: remoteEventsBody,
    bodyReader: remoteEventsReader,
    response: remoteEventsAnswer,
    errors: ['INVALID_LAUNCH', 'NOT_OF_THIS_LAUNCH', 'NOT_FOUND'],
    note:
      'The header `perfuse-launch` with the launchId of the launch is the credential. Only events of its session are accepted, and none can be read back. Per launch, the newest ' +
      String(EVENT_LIMITS.perSession) +
      ' are kept. Entries of a list are checked one by one: `refused` names those that break a rule. If all do, the list is refused.',
  },
} as const satisfies RouteTable;
