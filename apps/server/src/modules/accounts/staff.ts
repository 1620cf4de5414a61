// SPDX-License-Identifier: Apache-2.0
import { atLeast, type StaffRole } from '@perfuse/contract/account/roles';
import type { AuditedAction, AuditLog } from '../audit/index.ts';
import type { People } from './people/people.ts';
import type { Member } from '../../platform/http/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { ActorGuard } from './users/user-repository.ts';
import type { UserRow } from './tables.ts';

/** Organisation members with more rights than their own account. The role counts as it is now, not as at sign-in. */
export class Staff {
  readonly #people: People;
  readonly #audit: AuditLog;

  constructor(people: People, audit: AuditLog) {
    this.#people = people;
    this.#audit = audit;
  }

  async hasRole(member: Member, needed: StaffRole): Promise<boolean> {
    return isAtLeast(member, await this.#people.find(member.userId), needed);
  }

  /** @throws ServiceError RESTRICTED, naming the role that is needed. */
  async requireRole(member: Member, needed: StaffRole): Promise<UserRow> {
    const user = await this.#people.find(member.userId);
    assertRole(member, user, needed);
    return user;
  }

  /**
   * Checks the role again when an account is written: of two members who take the role from each other at the same time,
   * one keeps it.
   * @param assertAllowed what must hold in addition to the role; throws to refuse.
   */
  guard(
    member: Member,
    needed: StaffRole,
    assertAllowed: (actor: UserRow, target: UserRow) => void = () => undefined,
  ): ActorGuard {
    return {
      actorId: member.userId,
      assertAllowed: (actor, target) => {
        assertRole(member, actor, needed);
        assertAllowed(actor, target);
      },
    };
  }

  /** Does the work in the name of the member and records it in the audit log, also when it fails. */
  record<T>(
    member: Member,
    action: Omit<AuditedAction, 'actor' | 'organisationId'>,
    work: () => Promise<T>,
    targetOf?: (made: T) => string,
  ): Promise<T> {
    const { userId, organisationId } = member;
    return this.#audit.record(
      { ...action, actor: `user:${userId}`, organisationId },
      work,
      targetOf,
    );
  }
}

const isAtLeast = (member: Member, user: UserRow | null, needed: StaffRole): user is UserRow =>
  user?.status === 'ACTIVE' &&
  user.organisation_id === member.organisationId &&
  atLeast(user.role, needed);

/** @throws ServiceError RESTRICTED */
function assertRole(
  member: Member,
  user: UserRow | null,
  needed: StaffRole,
): asserts user is UserRow {
  if (isAtLeast(member, user, needed)) return;
  throw new ServiceError('RESTRICTED', `This needs the role ${needed} or one above.`);
}

/** Names of the fields that a body sets. */
export const namedFields = (body: object): readonly string[] =>
  Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
