// SPDX-License-Identifier: Apache-2.0
import type { AdminOrganisation } from '@perfuse/contract/admin/organisations';

/** Studies as the page names them. */
export const studyNames = ({ studies }: AdminOrganisation) =>
  studies.map(({ id, name, active }) => ({ id, name: active ? name : `${name} (inactive)` }));
