// SPDX-License-Identifier: Apache-2.0
import { iso } from '../output.ts';
import type { UserRow } from '../../modules/accounts/index.ts';

/** An account as every command shows it: of its password only whether there is one. */
export const userView = (row: UserRow) => ({
  id: row.id,
  organisationId: row.organisation_id,
  email: row.email,
  phoneNumber: row.phone_number,
  firstName: row.first_name,
  lastName: row.last_name,
  status: row.status,
  role: row.role,
  verified: row.verified,
  hasPassword: row.password_hash !== null,
  created: iso(row.created_at),
  updated: iso(row.updated_at),
});
