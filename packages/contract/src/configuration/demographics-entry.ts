// SPDX-License-Identifier: Apache-2.0

/** How the profile is collected; `noDemographics` omits the form (specification, section 2). */
export const DEMOGRAPHICS_ENTRY_MODES = ['profileForm', 'noDemographics'] as const;
export type DemographicsEntryMode = (typeof DEMOGRAPHICS_ENTRY_MODES)[number];
