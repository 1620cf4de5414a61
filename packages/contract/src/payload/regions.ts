// SPDX-License-Identifier: Apache-2.0
/**
 * Regions of interest of the face, in wire order: the number of a region in a payload is its index here. Append only; a
 * changed meaning needs a new payload version.
 */
export const REGION_IDS = ['skin', 'forehead', 'leftCheek', 'rightCheek', 'nose', 'chin'] as const;

/** `skin` is the whole face hull without eyes, brows and mouth; left and right are the person's own. */
export type RegionId = (typeof REGION_IDS)[number];
