// SPDX-License-Identifier: Apache-2.0
/** Accounts as their people, and devices that may create them, use them. */
import { ROLE_TEXTS } from '@perfuse/contract/account/roles';
import { PERSON_ROUTES } from '@perfuse/contract/analysis/person-routes';
import type { RouteBody } from '@perfuse/contract/route';
import type { Accounts } from '../../accounts/accounts.ts';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import type { Member, TokenPrincipal } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { FleetRepository } from '../device-management-repository.ts';
import type { UserRow } from '../../accounts/people/user-repository.ts';
import { creating } from '../account-creation.ts';
import { inFieldsOf } from '../field-names.ts';
import { toldDetails } from '../user-details.ts';
import type { Staff } from '../../accounts/staff.ts';
import { notSupported } from '../../analysis/endpoints/not-supported.ts';

/** A sign-in is fresh for so long, s. */
const FRESH_S = 600;

export interface OwnAccountParts {
  readonly accounts: Accounts;
  readonly staff: Staff;
  readonly fleet: FleetRepository;
  readonly now?: () => number;
}

type UpdateBody = RouteBody<typeof PERSON_ROUTES.updateUser>;

/**
 * Anybody gets a guest's device token, and the answer of a creation tells who has an account: only those whom the
 * organisation gave a licence key or a role may create accounts.
 * @throws ServiceError RESTRICTED.
 */
async function demandCreator({ staff, fleet }: OwnAccountParts, principal: TokenPrincipal) {
  if (principal.kind !== 'device') {
    await staff.demand(principal, 'DFX_LEAD');
    return;
  }
  const licence = await fleet.licenceOf(principal.deviceId);
  if (licence === null || !licence.active || licence.kind === 'guest') {
    throw new ServiceError('RESTRICTED', 'Register the device under a licence key.');
  }
}

/** @throws ServiceError VALIDATION_ERROR for an e-mail address or a phone number other than the account's. */
function demandSameNames(user: UserRow, { Email, PhoneNumber }: UpdateBody): void {
  const changes = [
    ['Email', Email, user.email],
    ['PhoneNumber', PhoneNumber, user.phone_number],
  ] as const;
  for (const [field, given, known] of changes) {
    if (given === undefined || given === known) continue;
    throw notSupported(field, `${field} cannot be changed here.`);
  }
}

/** @throws ServiceError RESTRICTED for a session that was begun or renewed long ago. */
function demandFresh({ generation, issuedAt }: Member, now: number): void {
  if (generation === 1 && issuedAt * 1000 > now - FRESH_S * 1000) return;
  throw new ServiceError('RESTRICTED', 'Sign in again to delete the account.');
}

export function ownAccountEndpoints(parts: OwnAccountParts): readonly Endpoint[] {
  const { accounts, now = Date.now } = parts;
  const { people, signIn, twoStep, passwordReset, directory, consents } = accounts;
  return [
    endpoint(PERSON_ROUTES.createUser, async ({ principal, body, surroundings }) => {
      await demandCreator(parts, principal);
      await signIn.demandRoom(surroundings.address);
      const { Email, Password, PhoneNumber, FirstName, LastName } = body;
      const { id } = await creating(() =>
        people.createUser(principal.organisationId, {
          email: Email,
          password: Password,
          ...(PhoneNumber === undefined ? {} : { phoneNumber: PhoneNumber }),
          firstName: FirstName ?? '',
          lastName: LastName ?? '',
          details: toldDetails(body),
        }),
      );
      return { ID: id };
    }),
    endpoint(PERSON_ROUTES.updateUser, async ({ principal, body, surroundings }) => {
      const user = await people.find(principal.userId);
      demandSameNames(user, body);
      if (body.Password !== undefined) {
        await signIn.confirm(user.id, body.Password, surroundings.address);
      }
      await people.update(user.id, {
        firstName: body.FirstName,
        lastName: body.LastName,
        details: toldDetails(body),
      });
      return { success: true };
    }),
    endpoint(PERSON_ROUTES.removeUser, async ({ principal }) => {
      demandFresh(principal, now());
      await people.erase(principal.userId);
      return { success: true };
    }),
    endpoint(PERSON_ROUTES.userRole, async ({ principal }) => {
      const user = await people.find(principal.userId);
      const { name, description } = ROLE_TEXTS[user.role];
      const organisation = await directory.find(user.organisation_id);
      return {
        ID: user.role,
        Name: name,
        Description: description,
        Organization: organisation.name,
      };
    }),
    ...[PERSON_ROUTES.sendReset, PERSON_ROUTES.sendResetLink].map((row) =>
      endpoint(row, async ({ body, surroundings }) => {
        const name = body.Identifier ? { identifier: body.Identifier } : {};
        await passwordReset.request(body.Email, name, surroundings);
        return { success: true };
      }),
    ),
    endpoint(PERSON_ROUTES.resetPassword, async ({ body, surroundings }) => {
      await inFieldsOf({ password: 'Password' }, () =>
        passwordReset.complete(body.ResetToken, body.Password, surroundings),
      );
      return { success: true };
    }),
    endpoint(PERSON_ROUTES.changePassword, async ({ body, surroundings }) => {
      const name = body.Identifier ? { identifier: body.Identifier } : {};
      const user = await signIn.check(
        () => directory.resolve(name),
        { email: body.Email, password: body.Password },
        surroundings.address,
      );
      // There is no room for a code in this call: whoever has a second factor changes the password in the app.
      await twoStep.demandAtOnce(user, undefined, surroundings.address);
      await inFieldsOf({ password: 'NewPassword' }, () =>
        people.setPassword(user, body.NewPassword),
      );
      return { success: true };
    }),
    endpoint(PERSON_ROUTES.withdrawConsent, async ({ principal }) => ({
      ...(await consents.withdraw(principal)),
      success: true,
    })),
  ];
}
