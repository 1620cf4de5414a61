// SPDX-License-Identifier: Apache-2.0
/** Permissions within an organisation, by the role ids of the DeepAffex protocol. */

/** Roles in an organisation; each has all permissions of those before it. */
export const ROLES = ['USER', 'DFX_ANALYST', 'DFX_LEAD', 'DFX_ORG_ADMIN'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that see more than their own data. */
export type StaffRole = Exclude<Role, 'USER'>;

export const ROLE_TEXTS: Readonly<Record<Role | 'DEVICE', { name: string; description: string }>> =
  {
    DEVICE: { name: 'Device', description: 'Measures, and reads its own measurements.' },
    USER: { name: 'User', description: 'Measures, and reads their own data.' },
    DFX_ANALYST: {
      name: 'Analyst',
      description: 'Reads measurements, profiles and reports of the organisation.',
    },
    DFX_LEAD: {
      name: 'Lead',
      description: 'Also creates studies and accounts, and reads and changes accounts.',
    },
    DFX_ORG_ADMIN: {
      name: 'Administrator',
      description: 'Also changes the organisation, assigns roles and deletes data.',
    },
  };

/** Whether a role has at least the permissions of another. */
export const atLeast = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed);
