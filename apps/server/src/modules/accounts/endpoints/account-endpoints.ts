// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_PASSWORD_POLICY } from '@perfuse/contract/account/password';
import { BACKEND_ROUTES } from '@perfuse/contract/backend/routes';
import type { Accounts } from '../accounts.ts';
import type { ActorGuard } from '../users/user-repository.ts';
import { toHistoryItem } from '../people/people.ts';
import { endpoint, streamedEndpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';

/** Sign-up, password reset, past measurements and a person's own data. */
export function accountEndpoints(accounts: Accounts): readonly Endpoint[] {
  const { directory, proof, signUp, passwordReset, people, history, consents, staff } = accounts;
  return [
    endpoint(BACKEND_ROUTES.signUp, async ({ body, context }) => {
      const confirmation = await signUp.create(body, context);
      return { success: true, confirmation };
    }),
    endpoint(BACKEND_ROUTES.requestReset, async ({ body, context }) => {
      await passwordReset.request(body.email, body, context);
      return { success: true };
    }),
    endpoint(BACKEND_ROUTES.passwordPolicy, async ({ body, principal }) => {
      if (body.token !== undefined) return passwordReset.policyOf(body.token);
      if (principal?.kind === 'user') {
        return (await directory.find(principal.organisationId)).password_policy;
      }
      const named = await directory.resolve(body);
      return (named ?? (await directory.resolve({})))?.password_policy ?? DEFAULT_PASSWORD_POLICY;
    }),
    endpoint(BACKEND_ROUTES.completeReset, async ({ body, context }) => {
      await passwordReset.complete(body.token, body.password, context);
      return { success: true };
    }),
    endpoint(BACKEND_ROUTES.history, async ({ principal, query }) => {
      const { rows, total } = await history.page(principal.userId, query.limit, query.offset);
      const { storesFor } = await consents.permission(principal);
      return { items: rows.map(toHistoryItem), total, storing: storesFor !== null };
    }),
    endpoint(BACKEND_ROUTES.historyItem, async ({ principal, params }) => {
      const row = await history.find(principal.userId, params.id);
      if (row === null) throw new ServiceError('NOT_FOUND');
      return toHistoryItem(row);
    }),
    endpoint(BACKEND_ROUTES.deleteHistoryItem, async ({ principal, params }) => {
      if (!(await history.remove(principal.userId, params.id))) throw new ServiceError('NOT_FOUND');
      return { success: true };
    }),
    endpoint(BACKEND_ROUTES.clearHistory, async ({ principal }) => ({
      deleted: await history.clear(principal.userId),
    })),
    streamedEndpoint(BACKEND_ROUTES.personalData, ({ principal }) =>
      people.exportText(principal.userId),
    ),
    endpoint(BACKEND_ROUTES.eraseAccount, async ({ principal, body, context }) => {
      const { userId } = principal;
      const { address } = context;
      const proven = await proof.assert(principal, { password: body.password, address });
      const guard: ActorGuard = {
        actorId: userId,
        assertAllowed: (_actor, { password_hash }) => {
          // The password may have changed since it was proven.
          if (password_hash !== proven) throw new ServiceError('INVALID_USER');
        },
      };
      await staff.record(principal, { action: 'user.erase', target: userId }, () =>
        people.erase(userId, guard),
      );
      return { success: true };
    }),
  ];
}
