// SPDX-License-Identifier: Apache-2.0
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import type { AdministratorPrincipal } from '../../platform/http/principal.ts';
import { change, type AdminDeps } from './admin-deps.ts';

/** The own second factor of an administrator. */
export function adminSecondFactorEndpoints(deps: AdminDeps): readonly Endpoint[] {
  const { administrators, administratorFactor } = deps.accounts;
  /** The password is asked for again: a session left open is not enough. */
  const assertPassword = (
    { email }: AdministratorPrincipal,
    password: string,
    { address }: { readonly address: string },
  ) => administrators.check(email, password, address);
  const noted = <T>(principal: AdministratorPrincipal, what: string, work: () => Promise<T>) =>
    change(
      deps,
      principal,
      {
        action: `second-factor.${what}`,
        target: principal.administratorId,
        organisationId: principal.organisationId ?? '',
      },
      work,
    );

  return [
    endpoint(ADMIN_ROUTES.secondFactor, ({ principal }) =>
      administratorFactor.state(principal.administratorId),
    ),
    endpoint(ADMIN_ROUTES.beginSecondFactor, async ({ principal, body, context }) => {
      await assertPassword(principal, body.password, context);
      return administratorFactor.begin(principal.administratorId);
    }),
    endpoint(ADMIN_ROUTES.confirmSecondFactor, async ({ principal, body, context }) => ({
      recoveryCodes: [
        ...(await noted(principal, 'on', () =>
          administratorFactor.confirm(principal.administratorId, body.code, context),
        )),
      ],
    })),
    endpoint(ADMIN_ROUTES.renewRecoveryCodes, async ({ principal, body, context }) => {
      const codes = await noted(principal, 'recovery-codes', async () => {
        await assertPassword(principal, body.password, context);
        const { administratorId: id } = principal;
        return administratorFactor.renewRecoveryCodes(id, body.code, context.address);
      });
      return { recoveryCodes: [...codes] };
    }),
    endpoint(ADMIN_ROUTES.endSecondFactor, async ({ principal, body, context }) => {
      await noted(principal, 'off', async () => {
        await assertPassword(principal, body.password, context);
        await administratorFactor.end(principal.administratorId, body.code, context);
      });
      return { success: true };
    }),
  ];
}
