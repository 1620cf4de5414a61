// SPDX-License-Identifier: Apache-2.0
/** Red, green, blue in 8-bit levels. */
export type Rgb = readonly [number, number, number];

/** Skin in even light, from very pale to very dark. */
export const SKIN_TONES = {
  'very-pale': [236, 205, 186],
  pale: [222, 176, 150],
  light: [205, 150, 122],
  olive: [176, 124, 94],
  brown: [131, 88, 66],
  dark: [88, 58, 46],
  'very-dark': [52, 36, 30],
} as const satisfies Record<string, Rgb>;
export type SkinTone = keyof typeof SKIN_TONES;
export const SKIN_TONE_NAMES = Object.keys(SKIN_TONES).filter((name): name is SkinTone =>
  Object.hasOwn(SKIN_TONES, name),
);

/** How strongly a change of blood volume shows in red, green and blue, relative to green. */
export const BLOOD_COLOUR: Rgb = [0.43, 1, 0.69];

/**
 * `absorbing`: blood darkens the skin as it fills it, as in life. `brightening`: the opposite, as in recordings that
 * were altered or made by adding the wave.
 */
export const POLARITIES = ['absorbing', 'brightening'] as const;
export type Polarity = (typeof POLARITIES)[number];
export const polaritySign = (polarity: Polarity): 1 | -1 => (polarity === 'absorbing' ? -1 : 1);
