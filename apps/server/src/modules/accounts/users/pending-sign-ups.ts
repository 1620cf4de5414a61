// SPDX-License-Identifier: Apache-2.0
import type { Database } from '../../../platform/storage/database.ts';
import type { SignUpRow } from '../tables.ts';

/**
 * Deletes the pending sign-ups of an address with their e-mails, whose job ids are the hashes of their links. Runs in
 * the caller's transaction.
 * @param linkHash deletes only while the link with this hash is among them.
 * @returns how many were deleted.
 */
export async function deleteSignUps(
  db: Database,
  { organisation_id, email }: Pick<SignUpRow, 'organisation_id' | 'email'>,
  linkHash?: string,
): Promise<number> {
  let wanted = db
    .deleteFrom('sign_ups')
    .where('organisation_id', '=', organisation_id)
    .where('email', '=', email);
  if (linkHash !== undefined) {
    wanted = wanted.where((build) =>
      build.exists(
        build
          .selectFrom('sign_ups as link')
          .select('link.hash')
          .where('link.hash', '=', linkHash)
          .where('link.email', '=', email),
      ),
    );
  }
  const links = await wanted.returning('hash').execute();
  const ids = links.map(({ hash }) => hash);
  if (ids.length > 0) await db.deleteFrom('jobs').where('id', 'in', ids).execute();
  return ids.length;
}
