// SPDX-License-Identifier: Apache-2.0
/** Sign-in to an organisation, and its accounts as its staff sees them. */
import { passwordPolicySchema } from '@perfuse/contract/account/password';
import { atLeast } from '@perfuse/contract/account/roles';
import { ORGANISATION_ROUTES as ROWS } from '@perfuse/contract/analysis/organisation-routes';
import type { RouteBody, RouteQuery } from '@perfuse/contract/route';
import { z } from '@perfuse/contract/schema';
import { type Accounts, namedFields, type UserRow } from '../../accounts/index.ts';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { isHere } from '../../../platform/config/about.ts';
import { createAccountOrThrow } from '../account-creation.ts';
import { assertSameNames, fromWireDetails } from '../user-details.ts';
import {
  assertUnchanged,
  codeOf,
  inSeconds,
  lifetimesOf,
  notSupported,
  toOrganisation,
} from '../../analysis/index.ts';
import type { OrganisationRow } from '../../organisations/index.ts';

const policyChange = z.partial(passwordPolicySchema);

type UpdateBody = RouteBody<typeof ROWS.updateOrganisationUser>;
type ListQuery = RouteQuery<typeof ROWS.listOrganisationUsers>;

const toFilter = (organisationId: string, query: ListQuery) => ({
  organisationId,
  email: query.UserName ?? query.Username,
  role: query.RoleID,
  status: query.StatusID,
  gender: query.Gender,
  from: query.Date ?? query.StartDate,
  until: query.EndDate,
  limit: query.Limit,
  offset: query.Offset,
});

/**
 * Only administrators change roles and accounts that have one, and no account changes its own role or status, so that
 * an organisation does not lose its last administrator by accident.
 * @throws ServiceError RESTRICTED.
 */
function assertMayChange(actor: UserRow, target: UserRow, change: UpdateBody): void {
  const isAdministrator = atLeast(actor.role, 'DFX_ORG_ADMIN');
  if (!isAdministrator && (target.role !== 'USER' || change.RoleID !== undefined)) {
    throw new ServiceError('RESTRICTED', 'This requires the role DFX_ORG_ADMIN.');
  }
  if (actor.id === target.id && (change.RoleID ?? change.StatusID) !== undefined) {
    throw new ServiceError('RESTRICTED', 'You cannot change your own role or status.');
  }
}

export function organisationUserEndpoints(
  accounts: Accounts,
  now: () => number,
): readonly Endpoint[] {
  const { people, signIn, passwordReset, directory, staff } = accounts;

  return [
    endpoint(ROWS.organisationLogin, ({ body, context }) =>
      signIn.toOrganisation(
        body.Identifier,
        { email: body.Email, password: body.Password, secondCode: codeOf(body) },
        context.address,
        lifetimesOf(body),
      ),
    ),
    endpoint(ROWS.updateOrganisation, async ({ principal, body }) => {
      const { organisationId } = principal;
      const action = { action: 'organisation.update' as const, target: organisationId };
      await staff.requireRole(principal, 'DFX_ORG_ADMIN', action);
      const row = await directory.find(organisationId);
      assertUnchanged(body, toOrganisation(row, accounts));
      const given: [string, unknown][] = Object.entries(policyChange.parse(body));
      const policy = given.filter(([, value]) => value !== undefined);
      const detailsOf = (present: OrganisationRow) => ({
        name: body.Name,
        contact: body.Contact,
        email: body.Email,
        addresses: body.OrgAddresses,
        password_policy:
          policy.length === 0
            ? undefined
            : passwordPolicySchema.parse({
                ...present.password_policy,
                ...Object.fromEntries(policy),
              }),
      });
      const audited = { ...action, details: namedFields(detailsOf(row)) };
      const changed = await staff.record(principal, audited, () =>
        directory.updateOrganisation(organisationId, detailsOf),
      );
      return toOrganisation(changed, accounts);
    }),
    endpoint(ROWS.listOrganisationUsers, async ({ principal, query }) => {
      await staff.requireRole(principal, 'DFX_LEAD');
      if (!isHere(query.Region)) return [];
      const { rows, total } = await people.list(toFilter(principal.organisationId, query));
      return rows.map((row) => ({ ...inSeconds(people.account(row)), TotalCount: total }));
    }),
    endpoint(ROWS.createOrganisationUser, async ({ principal, body, context }) => {
      const { Email, Password = '', FirstName, LastName, RoleID = 'USER', expireAt } = body;
      const audited = { action: 'user.create' as const, target: '', details: namedFields(body) };
      const needed = RoleID === 'USER' ? 'DFX_LEAD' : 'DFX_ORG_ADMIN';
      await staff.requireRole(principal, needed, audited);
      if (expireAt !== undefined && expireAt !== null && expireAt !== '') {
        throw notSupported('expireAt', 'expireAt is not supported.');
      }
      const user = await staff.record(
        principal,
        audited,
        () =>
          createAccountOrThrow(() =>
            people.createUser(principal.organisationId, {
              email: Email,
              firstName: FirstName ?? '',
              lastName: LastName ?? '',
              role: RoleID,
              details: fromWireDetails(body, now()),
              ...(Password === '' ? {} : { password: Password }),
            }),
          ),
        ({ id }) => id,
      );
      if (Password === '') {
        const { language } = context;
        await passwordReset.issue(user.id, {
          by: 'invitation',
          configId: null,
          language,
        });
      }
      return { ID: user.id, ResetToken: '' as const };
    }),
    endpoint(ROWS.retrieveOrganisationUser, async ({ principal, params }) => {
      await staff.requireRole(principal, 'DFX_LEAD');
      return inSeconds(
        people.account(await people.findMember(principal.organisationId, params.id)),
      );
    }),
    endpoint(ROWS.updateOrganisationUser, async ({ principal, params, body }) => {
      const action = { action: 'user.update' as const, target: params.id };
      await staff.requireRole(principal, 'DFX_LEAD', action);
      const user = await people.findMember(principal.organisationId, params.id);
      assertSameNames(user, body);
      const { Password: password = null } = body;
      if (password !== null && password !== '') {
        throw notSupported('Password', 'People set their password with a link sent by email.');
      }
      const changed = { ...body, Email: undefined, PhoneNumber: undefined, Password: undefined };
      const audited = { ...action, details: namedFields(changed) };
      const change = {
        firstName: body.FirstName,
        lastName: body.LastName,
        role: body.RoleID,
        status: body.StatusID,
        details: fromWireDetails(body, now()),
      };
      const guard = staff.guard(principal, 'DFX_LEAD', (present, target) =>
        assertMayChange(present, target, body),
      );
      await staff.record(principal, audited, () => people.update(user.id, change, guard));
      return { success: true };
    }),
    endpoint(ROWS.removeOrganisationUser, async ({ principal, params }) => {
      const audited = { action: 'user.erase' as const, target: params.id };
      await staff.requireRole(principal, 'DFX_ORG_ADMIN', audited);
      const user = await people.findMember(principal.organisationId, params.id);
      const guard = staff.guard(principal, 'DFX_ORG_ADMIN', (actor, target) => {
        if (actor.id !== target.id) return;
        throw new ServiceError('RESTRICTED', 'Administrators cannot delete their own account.');
      });
      await staff.record(principal, audited, () => people.erase(user.id, guard));
      return { success: true };
    }),
  ];
}
