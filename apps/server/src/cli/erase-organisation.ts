// SPDX-License-Identifier: Apache-2.0
import type { Operator } from './operator.ts';

const PAGE = 100;

/**
 * Deletes an organisation with its people and everything about them, in parts between which a server serves others. After
 * an interruption the rest is deleted by another call.
 * @returns how many people there were.
 * @throws ServiceError RESTRICTED for the installation's own, before anything is deleted.
 */
export async function eraseOrganisation(
  { accounts: { directory, people }, configurations, measurements }: Operator,
  organisationId: string,
): Promise<number> {
  directory.assertRemovable(organisationId);
  // Nobody comes by a link or measures with a device from here on.
  for (const { id } of await configurations.list(organisationId)) await configurations.remove(id);
  for (const { id } of await directory.licences(organisationId)) await directory.revokeLicence(id);
  await measurements.measurements.removeAll({ wholeOrganisation: organisationId }, {});
  let erased = 0;
  for (;;) {
    const { rows } = await people.list({ organisationId, limit: PAGE, offset: 0 });
    for (const { id } of rows) await people.erase(id);
    erased += rows.length;
    if (rows.length < PAGE) break;
  }
  // Those that began meanwhile.
  await measurements.measurements.removeAll({ wholeOrganisation: organisationId }, {});
  await directory.removeOrganisation(organisationId);
  return erased;
}
