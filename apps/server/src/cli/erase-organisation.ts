// SPDX-License-Identifier: Apache-2.0
import type { Operator } from './operator.ts';

const PAGE = 100;

/**
 * Deletes an organisation with its people and everything about them, in parts, between which a server can serve others.
 * After an interruption another call deletes the rest.
 * @returns the number of people deleted.
 * @throws ServiceError RESTRICTED for the installation's own organisation, before anything is deleted.
 */
export async function eraseOrganisation(
  { accounts: { directory, people }, configurations, measurements }: Operator,
  organisationId: string,
): Promise<number> {
  directory.assertRemovable(organisationId);
  // From here on nobody can open a link or measure with a device.
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
  // Measurements that began meanwhile.
  await measurements.measurements.removeAll({ wholeOrganisation: organisationId }, {});
  await directory.removeOrganisation(organisationId);
  return erased;
}
