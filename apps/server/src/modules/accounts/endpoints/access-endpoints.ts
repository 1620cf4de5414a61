// SPDX-License-Identifier: Apache-2.0
import { ACCESS_ROUTES } from '@perfuse/contract/account/access-routes';
import type { Accounts } from '../accounts.ts';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';

/** Access to a person's own account: their sessions and their password. */
export function accessEndpoints({ sessionList, passwordChange }: Accounts): readonly Endpoint[] {
  return [
    endpoint(ACCESS_ROUTES.sessions, async ({ principal }) => ({
      sessions: await sessionList.list(principal),
    })),
    endpoint(ACCESS_ROUTES.endSession, async ({ principal, params, body, context }) => {
      const { address } = context;
      await sessionList.end(principal, params.id, { password: body.password, address });
      return { success: true };
    }),
    endpoint(ACCESS_ROUTES.endOtherSessions, async ({ principal, body, context }) => {
      const { address } = context;
      const ended = await sessionList.endOthers(principal, { password: body.password, address });
      return { success: true, ended };
    }),
    endpoint(ACCESS_ROUTES.changePassword, async ({ principal, body, context }) => ({
      success: true,
      ended: await passwordChange.complete(principal, body, context),
    })),
  ];
}
