// SPDX-License-Identifier: Apache-2.0
import { atLeast, type StaffRole } from '@perfuse/contract/account/roles';
import type { AuditedAction, AuditLog } from '../audit/index.ts';
import type { AttemptLimits } from './attempts/attempt-limits.ts';
import type { People } from './people/people.ts';
import type { Member } from '../../platform/http/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { ActorGuard } from './users/user-repository.ts';
import type { UserRow } from './tables.ts';

/** What a member does, or tries to. */
type MemberAction = Omit<AuditedAction, 'actor' | 'organisationId'>;

/** Organisation members with rights beyond their own account. Checks the current role, not that of the sign-in. */
export class Staff {
  readonly #people: People;
  readonly #audit: AuditLog;
  readonly #limits: AttemptLimits;

  constructor(people: People, audit: AuditLog, limits: AttemptLimits) {
    this.#people = people;
    this.#audit = audit;
    this.#limits = limits;
  }

  async hasRole(member: Member, needed: StaffRole): Promise<boolean> {
    return isAtLeast(member, await this.#people.find(member.userId), needed);
  }

  /**
   * @param attempted the action to log when it is refused; a few an hour per person, which limits the size of the log.
   * @throws ServiceError RESTRICTED, naming the role that is needed.
   */
  async requireRole(member: Member, needed: StaffRole, attempted?: MemberAction): Promise<UserRow> {
    const user = await this.#people.find(member.userId);
    if (isAtLeast(member, user, needed)) return user;
    const refuse = () => Promise.reject(lacksRole(needed));
    const isLogged =
      attempted !== undefined && (await this.#limits.takeAccount('refusal', member.userId)) === 0;
    return isLogged ? this.record(member, attempted, refuse) : refuse();
  }

  /**
   * Checks the role again when an account is written: when two members remove each other's role at the same time, one
   * keeps it.
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

  /** Runs the work on behalf of the member and records it in the audit log, also when it fails. */
  record<T>(
    member: Member,
    action: MemberAction,
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

const lacksRole = (needed: StaffRole): ServiceError =>
  new ServiceError('RESTRICTED', `This requires the role ${needed} or a higher one.`);

/** @throws ServiceError RESTRICTED */
function assertRole(
  member: Member,
  user: UserRow | null,
  needed: StaffRole,
): asserts user is UserRow {
  if (!isAtLeast(member, user, needed)) throw lacksRole(needed);
}

/** Names of the fields that a body sets. */
export const namedFields = (body: object): readonly string[] =>
  Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
