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
    summary: 'Events of a launch for the events webhook of its configuration',
    authentication: 'public',
    rate: 'normal',
    bodyLimit: EVENT_LIMITS.bodyBytes,
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    body: remoteEventsBody,
    bodyReader: remoteEventsReader,
    response: remoteEventsAnswer,
    errors: ['INVALID_LAUNCH', 'NOT_OF_THIS_LAUNCH', 'NOT_FOUND'],
    note:
      'The header `perfuse-launch` with the launchId of the launch is the credential. Only events of its session are taken, and nothing can be read back. Of one launch the newest ' +
      String(EVENT_LIMITS.perSession) +
      ' are kept. Entries of a list are taken one by one: `refused` names those that break a rule. Where none is good the list is refused.',
  },
} as const satisfies RouteTable;
