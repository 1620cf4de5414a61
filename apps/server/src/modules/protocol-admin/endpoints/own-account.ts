// SPDX-License-Identifier: Apache-2.0
/** Accounts, for their owners and for devices that may create them. */
import { ROLE_TEXTS } from '@perfuse/contract/account/roles';
import { PERSON_ROUTES } from '@perfuse/contract/analysis/person-routes';
import type { Accounts } from '../../accounts/index.ts';
import { isAnonymous } from '../../organisations/index.ts';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import type { TokenPrincipal } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { createAccountOrThrow } from '../account-creation.ts';
import { mapErrorFields } from '../field-names.ts';
import { assertSameNames, fromWireDetails } from '../user-details.ts';
import { inSeconds } from '../../analysis/index.ts';

/**
 * Requires a licence key or a role from the organisation for creating accounts: anybody gets the device token of a
 * guest or of a visitor by link, and the answer reveals who has an account.
 * @throws ServiceError RESTRICTED.
 */
async function requireCreator({ devices, staff }: Accounts, principal: TokenPrincipal) {
  if (principal.kind !== 'device') {
    await staff.requireRole(principal, 'DFX_LEAD', { action: 'user.create', target: '' });
    return;
  }
  const licence = await devices.licence(principal.deviceId);
  if (licence === null || !licence.active || isAnonymous(licence)) {
    throw new ServiceError('RESTRICTED', 'Register the device under a licence key.');
  }
}

export function ownAccountEndpoints(accounts: Accounts, now: () => number): readonly Endpoint[] {
  const {
    people,
    proof,
    signIn,
    userPasswords,
    twoStep,
    passwordReset,
    passwordChange,
    directory,
    consents,
    staff,
  } = accounts;
  return [
    endpoint(PERSON_ROUTES.createUser, async ({ principal, body, context }) => {
      await requireCreator(accounts, principal);
      await signIn.assertSignUpLimit(context.address);
      const { Email, Password, PhoneNumber, FirstName, LastName } = body;
      const create = () =>
        createAccountOrThrow(() =>
          people.createUser(principal.organisationId, {
            email: Email,
            password: Password,
            phoneNumber: PhoneNumber,
            firstName: FirstName ?? '',
            lastName: LastName ?? '',
            details: fromWireDetails(body, now()),
          }),
        );
      // Not audited: a device is no person who could be asked.
      const { id } = await (principal.kind === 'device'
        ? create()
        : staff.record(
            principal,
            { action: 'user.create', target: '' },
            create,
            (user) => user.id,
          ));
      return { ID: id };
    }),
    endpoint(PERSON_ROUTES.updateUser, async ({ principal, body, context }) => {
      const user = await people.find(principal.userId);
      assertSameNames(user, body);
      if (body.Password !== undefined) {
        await userPasswords.confirm(user.id, body.Password, context.address);
      }
      await people.update(user.id, {
        firstName: body.FirstName,
        lastName: body.LastName,
        details: fromWireDetails(body, now()),
      });
      return { success: true };
    }),
    endpoint(PERSON_ROUTES.removeUser, async ({ principal }) => {
      const { userId } = principal;
      await proof.assertFresh(principal);
      const audited = { action: 'user.erase' as const, target: userId };
      const guard = { actorId: userId, assertAllowed: () => undefined };
      await staff.record(principal, audited, () => people.erase(userId, guard));
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
      endpoint(row, async ({ body, context }) => {
        const name = body.Identifier ? { identifier: body.Identifier } : {};
        await passwordReset.request(body.Email, name, context);
        return { success: true };
      }),
    ),
    endpoint(PERSON_ROUTES.resetPassword, async ({ body, context }) => {
      await mapErrorFields({ password: 'Password' }, () =>
        passwordReset.complete(body.ResetToken, body.Password, context),
      );
      return { success: true };
    }),
    endpoint(PERSON_ROUTES.changePassword, async ({ body, context }) => {
      const name = body.Identifier ? { identifier: body.Identifier } : {};
      const user = await signIn.check(
        { organisation: await directory.resolve(name), named: body.Identifier ?? '' },
        { email: body.Email, password: body.Password },
        context.address,
      );
      // This call has no field for a code: accounts with a second factor change the password in the app.
      await twoStep.assertCode(user, undefined, context.address);
      await mapErrorFields({ newPassword: 'NewPassword' }, () =>
        passwordChange.replace(user, body.NewPassword, context.language),
      );
      return { success: true };
    }),
    endpoint(PERSON_ROUTES.withdrawConsent, async ({ principal }) => {
      const withdrawn = await consents.withdraw(principal);
      if (withdrawn === null)
        throw new ServiceError('NOT_FOUND', 'There is no consent to withdraw.');
      return { ...inSeconds(withdrawn), success: true };
    }),
  ];
}
