// SPDX-License-Identifier: Apache-2.0
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import type { AdministratorPrincipal } from '../../platform/http/principal.ts';
import { change, type AdminParts } from './admin-deps.ts';

/** The own second factor of an administrator. */
export function adminSecondFactorEndpoints(parts: AdminParts): readonly Endpoint[] {
  const { administrators, administratorFactor } = parts.accounts;
  /** The password is asked for again: a session left open is not enough. */
  const demandPassword = (
    { email }: AdministratorPrincipal,
    password: string,
    { address }: { readonly address: string },
  ) => administrators.check(email, password, address);
  const noted = <T>(principal: AdministratorPrincipal, what: string, work: () => Promise<T>) =>
    change(
      parts,
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
    endpoint(ADMIN_ROUTES.beginSecondFactor, async ({ principal, body, surroundings }) => {
      await demandPassword(principal, body.password, surroundings);
      return administratorFactor.begin(principal.administratorId);
    }),
    endpoint(ADMIN_ROUTES.confirmSecondFactor, async ({ principal, body, surroundings }) => ({
      recoveryCodes: [
        ...(await noted(principal, 'on', () =>
          administratorFactor.confirm(principal.administratorId, body.code, surroundings),
        )),
      ],
    })),
    endpoint(ADMIN_ROUTES.renewRecoveryCodes, async ({ principal, body, surroundings }) => {
      const codes = await noted(principal, 'recovery-codes', async () => {
        await demandPassword(principal, body.password, surroundings);
        const { administratorId: id } = principal;
        return administratorFactor.renewRecoveryCodes(id, body.code, surroundings.address);
      });
      return { recoveryCodes: [...codes] };
    }),
    endpoint(ADMIN_ROUTES.endSecondFactor, async ({ principal, body, surroundings }) => {
      await noted(principal, 'off', async () => {
        await demandPassword(principal, body.password, surroundings);
        await administratorFactor.end(principal.administratorId, body.code, surroundings);
      });
      return { success: true };
    }),
  ];
}
