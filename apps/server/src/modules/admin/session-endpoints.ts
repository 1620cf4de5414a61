// SPDX-License-Identifier: Apache-2.0
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { ADMIN_PATH, type AdminSession } from '@perfuse/contract/admin/session';
import { VERSION } from '../../platform/config/about.ts';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import type { AdministratorPrincipal } from '../../platform/http/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Surroundings } from '../../platform/http/request-context.ts';
import type { AdministratorRow } from '../accounts/administrators/administrator-repository.ts';
import { actorOf, change, type AdminParts } from './admin-deps.ts';

const COOKIE = 'perfuse_admin';

const toPrincipal = (row: AdministratorRow): AdministratorPrincipal => ({
  kind: 'administrator',
  administratorId: row.id,
  email: row.email,
  organisationId: row.organisation_id,
  hasSecondFactor: row.second_factor_at !== null,
});

/** It dies with the browser, and only the administration's own addresses get it. */
const setCookie = (surroundings: Surroundings, token: string): void =>
  surroundings.setCookie(COOKIE, token, { path: ADMIN_PATH });

/** Who calls, by the cookie of the session. @throws ServiceError INVALID_TOKEN. */
export async function administratorOf(
  { accounts }: Pick<AdminParts, 'accounts'>,
  surroundings: Surroundings,
): Promise<AdministratorPrincipal> {
  const token = surroundings.cookie(COOKIE);
  const row = token === null ? null : await accounts.administrators.useSession(token);
  const lacksFactor = row?.second_factor_at === null && accounts.administratorFactor.isRequired;
  if (row !== null && !lacksFactor) return toPrincipal(row);
  if (token !== null) setCookie(surroundings, '');
  throw new ServiceError('INVALID_TOKEN', 'Nobody is signed in here.');
}

/** Signing in and out. */
export function adminSessionEndpoints(parts: AdminParts): readonly Endpoint[] {
  const { administrators, administratorFactor } = parts.accounts;
  const answer = (principal: AdministratorPrincipal): AdminSession => ({
    administrator: {
      id: principal.administratorId,
      email: principal.email,
      organisationId: principal.organisationId,
      hasSecondFactor: principal.hasSecondFactor,
    },
    requiresSecondFactor: administratorFactor.isRequired,
    publicUrl: parts.publicUrl,
    hasEnterprise: parts.hasEnterprise,
    version: VERSION,
  });

  const open = async (row: AdministratorRow, surroundings: Surroundings): Promise<AdminSession> => {
    const principal = toPrincipal(row);
    const deed = {
      actor: actorOf(principal),
      action: 'session.open',
      target: row.id,
      organisationId: row.organisation_id ?? '',
    };
    const token = await parts.audit.record(deed, () => administrators.openSession(row));
    setCookie(surroundings, token);
    return answer(principal);
  };

  return [
    endpoint(ADMIN_ROUTES.signIn, async ({ body, surroundings }) => {
      const row = await administrators.check(body.email, body.password, surroundings.address);
      return (await administratorFactor.firstStep(row)) ?? (await open(row, surroundings));
    }),
    endpoint(ADMIN_ROUTES.secondStep, async ({ body, surroundings }) => {
      const { row, recoveryCodes } = await administratorFactor.finish(
        body.Token,
        body.Code,
        surroundings,
      );
      if (recoveryCodes !== null) {
        const deed = {
          actor: actorOf(toPrincipal(row)),
          action: 'second-factor.on',
          target: row.id,
        };
        const organisationId = row.organisation_id ?? '';
        await parts.audit.record({ ...deed, organisationId }, () => Promise.resolve());
      }
      const session = await open(row, surroundings);
      return { session, recoveryCodes: recoveryCodes === null ? null : [...recoveryCodes] };
    }),
    endpoint(ADMIN_ROUTES.session, ({ principal }) => answer(principal)),
    endpoint(ADMIN_ROUTES.signOut, async ({ surroundings }) => {
      const token = surroundings.cookie(COOKIE);
      if (token !== null) await administrators.endSession(token);
      setCookie(surroundings, '');
      return { success: true };
    }),
    endpoint(ADMIN_ROUTES.changePassword, async ({ body, principal, surroundings }) => {
      const { administratorId: id, email } = principal;
      const row = await administrators.check(email, body.current, surroundings.address);
      const token = surroundings.cookie(COOKIE) ?? '';
      const deed = {
        action: 'administrator.password',
        target: id,
        organisationId: principal.organisationId ?? '',
      };
      await change(parts, principal, deed, () =>
        administrators.changePassword(row, body.password, token),
      );
      return { success: true };
    }),
  ];
}
