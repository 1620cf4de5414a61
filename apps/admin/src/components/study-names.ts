// SPDX-License-Identifier: Apache-2.0
import type { AdminConfiguration } from '@perfuse/contract/admin/configurations';
import type { AdminOrganisation } from '@perfuse/contract/admin/organisations';

/** Studies with the names that the page shows. */
export const studyNames = ({ studies }: AdminOrganisation) =>
  studies.map(({ id, name, active }) => ({ id, name: active ? name : `${name} (inactive)` }));

/** Whether the links of a configuration open but measure nothing. */
export const isStudyInactive = (
  { studies }: AdminOrganisation,
  { studyId }: AdminConfiguration,
): boolean => studies.some(({ id, active }) => id === studyId && !active);
