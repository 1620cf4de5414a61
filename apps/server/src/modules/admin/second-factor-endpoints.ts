// SPDX-License-Identifier: Apache-2.0
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import type { AdminDeps } from './admin-deps.ts';

/** The second factor of the signed-in administrator. */
export function adminSecondFactorEndpoints({ accounts }: AdminDeps): readonly Endpoint[] {
  const { administrators, administratorFactor } = accounts;
  return [
    endpoint(ADMIN_ROUTES.secondFactor, ({ principal }) =>
      administratorFactor.state(principal.administratorId),
    ),
    endpoint(ADMIN_ROUTES.beginSecondFactor, async ({ principal, body, context }) => {
      await administrators.check(principal.email, body.password, context.address);
      return administratorFactor.begin(principal.administratorId);
    }),
    endpoint(ADMIN_ROUTES.confirmSecondFactor, async ({ principal, body, context }) => {
      const { administratorId: id } = principal;
      return { recoveryCodes: [...(await administratorFactor.confirm(id, body.code, context))] };
    }),
    endpoint(ADMIN_ROUTES.renewRecoveryCodes, async ({ principal, body, context }) => {
      const { administratorId: id } = principal;
      const codes = await administratorFactor.renewRecoveryCodes(id, body, context.address);
      return { recoveryCodes: [...codes] };
    }),
    endpoint(ADMIN_ROUTES.endSecondFactor, async ({ principal, body, context }) => {
      await administratorFactor.end(principal.administratorId, body, context);
      return { success: true };
    }),
  ];
}
