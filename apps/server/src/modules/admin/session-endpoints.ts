// SPDX-License-Identifier: Apache-2.0
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { ADMIN_PATH, type AdminSession } from '@perfuse/contract/admin/session';
import { VERSION } from '../../platform/config/about.ts';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import type { AdministratorPrincipal } from '../../platform/http/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { defineCookie } from '../../platform/http/cookies.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { actorOf, change, type AdminDeps } from './admin-deps.ts';
import type { AdministratorRow } from '../accounts/index.ts';

/** Ends with the browser session, and is sent only to the administration's own paths. */
const sessionCookie = defineCookie('perfuse_admin', { path: ADMIN_PATH });

const toPrincipal = (row: AdministratorRow): AdministratorPrincipal => ({
  kind: 'administrator',
  administratorId: row.id,
  email: row.email,
  organisationId: row.organisation_id,
  hasSecondFactor: row.second_factor_at !== null,
});

/** @throws ServiceError INVALID_TOKEN for another administrator's page, which must not act on this session. */
function assertDrawnFor({ id }: AdministratorRow, { administratorId }: RequestContext): void {
  if ((administratorId ?? id) === id) return;
  throw new ServiceError('INVALID_TOKEN', 'Another administrator is signed in.');
}

/**
 * The caller, identified by the session cookie.
 * @throws ServiceError INVALID_TOKEN, also for a page of another administrator.
 */
export async function administratorOf(
  { accounts }: Pick<AdminDeps, 'accounts'>,
  context: RequestContext,
): Promise<AdministratorPrincipal> {
  const token = sessionCookie.read(context);
  const row = token === null ? null : await accounts.administrators.useSession(token);
  if (row !== null && !accounts.administratorFactor.isMissing(row)) {
    assertDrawnFor(row, context);
    return toPrincipal(row);
  }
  if (token !== null) sessionCookie.clear(context);
  throw new ServiceError('INVALID_TOKEN', 'Nobody is signed in.');
}

/** Signing in and out. */
export function adminSessionEndpoints(deps: AdminDeps): readonly Endpoint[] {
  const { administrators, administratorFactor, administratorTwoStep } = deps.accounts;
  const answer = (principal: AdministratorPrincipal): AdminSession => ({
    administrator: {
      id: principal.administratorId,
      email: principal.email,
      organisationId: principal.organisationId,
      hasSecondFactor: principal.hasSecondFactor,
    },
    requiresSecondFactor: administratorFactor.isRequired,
    publicUrl: deps.publicUrl,
    hasEnterprise: deps.hasEnterprise,
    version: VERSION,
  });

  const open = async (row: AdministratorRow, context: RequestContext): Promise<AdminSession> => {
    const principal = toPrincipal(row);
    const audited = {
      actor: actorOf(principal),
      action: 'session.open' as const,
      target: row.id,
      organisationId: row.organisation_id ?? '',
    };
    const token = await deps.audit.record(audited, () => administrators.openSession(row));
    sessionCookie.write(context, token);
    return answer(principal);
  };

  return [
    endpoint(ADMIN_ROUTES.signIn, async ({ body, context }) => {
      const row = await administrators.check(body.email, body.password, context.address);
      return (await administratorTwoStep.begin(row)) ?? (await open(row, context));
    }),
    endpoint(ADMIN_ROUTES.secondStep, async ({ body, context }) => {
      const finished = await administratorTwoStep.finish(body.Token, body.Code, context);
      const { account, recoveryCodes } = finished;
      const session = await open(account, context);
      return { session, recoveryCodes: recoveryCodes === null ? null : [...recoveryCodes] };
    }),
    endpoint(ADMIN_ROUTES.session, ({ principal }) => answer(principal)),
    endpoint(ADMIN_ROUTES.signOut, async ({ context }) => {
      const token = sessionCookie.read(context);
      if (token !== null) {
        const row = await administrators.useSession(token);
        if (row !== null) assertDrawnFor(row, context);
        await administrators.endSession(token);
      }
      sessionCookie.clear(context);
      return { success: true };
    }),
    endpoint(ADMIN_ROUTES.changePassword, async ({ body, principal, context }) => {
      const { administratorId: id, email } = principal;
      const row = await administrators.check(email, body.current, context.address);
      const token = sessionCookie.read(context) ?? '';
      const audited = {
        action: 'administrator.password' as const,
        target: id,
        organisationId: principal.organisationId ?? '',
      };
      await change(deps, principal, audited, () =>
        administrators.changePassword(row, body.password, token),
      );
      return { success: true };
    }),
  ];
}
