// SPDX-License-Identifier: Apache-2.0
import { atLeast, type StaffRole } from '@perfuse/contract/account/roles';
import type { AuditLog } from '../audit/index.ts';
import type { People } from './people/people.ts';
import type { Member } from '../../platform/http/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Deed } from './users/user-repository.ts';
import type { UserRow } from './tables.ts';

/** What is done in the audit log's words, and what to. */
interface StaffDeed {
  readonly action: string;
  readonly target: string;
  /** Names of the fields that are changed. */
  readonly details?: readonly string[];
}

/** Who of an organisation may do more than their own. The role counts as it is now, not as it was at sign-in. */
export class Staff {
  readonly #people: People;
  readonly #audit: AuditLog;

  constructor(people: People, audit: AuditLog) {
    this.#people = people;
    this.#audit = audit;
  }

  /** Whether somebody has a role, or one that may do more. */
  async has(member: Member, needed: StaffRole): Promise<boolean> {
    return this.demand(member, needed).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ServiceError && error.code === 'RESTRICTED') return false;
        throw error;
      },
    );
  }

  /** @throws ServiceError RESTRICTED, naming the role that is needed. */
  async demand(member: Member, needed: StaffRole): Promise<UserRow> {
    return requireRole(member, await this.#people.find(member.userId), needed);
  }

  /**
   * What a member of the staff does to an account: whoever lost the role at that moment does it no more, so that of two
   * who take it from each other one keeps it.
   * @param demand what must hold besides; throws to refuse.
   */
  by(
    member: Member,
    needed: StaffRole,
    demand: (actor: UserRow, target: UserRow) => void = () => undefined,
  ): Deed {
    return {
      actorId: member.userId,
      demand: (actor, target) => demand(requireRole(member, actor, needed), target),
    };
  }

  /** Does something in the name of a member of the staff, and has it in the audit log whatever becomes of it. */
  record<T>(
    member: Member,
    { action, target, details = [] }: StaffDeed,
    work: () => Promise<T>,
    targetOf?: (made: T) => string,
  ): Promise<T> {
    const { userId, organisationId } = member;
    const deed = { actor: `user:${userId}`, action, target, organisationId, details };
    return this.#audit.record(deed, work, targetOf);
  }
}

/** @throws ServiceError RESTRICTED */
function requireRole(member: Member, user: UserRow | null, needed: StaffRole): UserRow {
  const isOfOrganisation =
    user?.status === 'ACTIVE' && user.organisation_id === member.organisationId;
  if (!isOfOrganisation || !atLeast(user.role, needed)) {
    throw new ServiceError('RESTRICTED', `This needs the role ${needed} or one above.`);
  }
  return user;
}

/** Names of the fields that a body really names. */
export const namedFields = (body: object): readonly string[] =>
  Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
