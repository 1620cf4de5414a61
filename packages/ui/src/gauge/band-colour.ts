// SPDX-License-Identifier: Apache-2.0
/** The colours of result bands from worst to best; the token is `--band-<colour>`. */
export const BAND_COLOURS = ['red', 'light-red', 'yellow', 'light-green', 'green'] as const;
export type BandColour = (typeof BAND_COLOURS)[number];

/** The token of a band's colour; grey for null, a missing value. */
export const bandToken = (colour: BandColour | null): string => `var(--band-${colour ?? 'none'})`;
