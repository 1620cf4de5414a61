// SPDX-License-Identifier: Apache-2.0
/** Settings of the measurement screen, from an organisation's configuration or an integrator's profile. */
import { z } from '../schema.ts';

/**
 * A CSS colour that loads and computes nothing: a name, hex digits, or a function such as rgb() or hsl() with plain
 * numbers.
 */
const COLOUR =
  /^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,24}|(rgb|hsl)a?\([\d\s.,%/deg]{3,40}\))$/i;

const constraintSchema = z.object({ enabled: z.boolean() });

/** What is checked before a measurement starts. */
export const CHECK_UP_ASPECTS = [
  'brightness',
  'backLight',
  'evenness',
  'sharpness',
  'frameRate',
  'movement',
] as const;
export type CheckUpAspect = (typeof CHECK_UP_ASPECTS)[number];

/** `warn`: the person sees what to change; `block`: the measurement does not start until it is changed. */
export const CHECK_LEVELS = ['off', 'warn', 'block'] as const;
export type CheckLevel = (typeof CHECK_LEVELS)[number];

const levelSchema = z.optional(z.enum(CHECK_LEVELS));
const checkUpSchema = z.strictObject({
  brightness: levelSchema,
  backLight: levelSchema,
  evenness: levelSchema,
  sharpness: levelSchema,
  frameRate: levelSchema,
  /** Replaces `movement.enabled`, which means `block` or `off`. */
  movement: levelSchema,
} satisfies Record<CheckUpAspect, typeof levelSchema>);

export const measurementControlsSchema = z.object({
  distance: z.optional(constraintSchema),
  direction: z.optional(constraintSchema),
  movement: z.optional(constraintSchema),
  /** Each `warn` by default, except movement. */
  checkUp: z.optional(checkUpSchema),
  useOvalShape: z.optional(z.boolean()),
  fillOuterShape: z.optional(z.boolean()),
  outerFillColor: z.optional(z.string().check(z.regex(COLOUR))),
});
export type MeasurementControls = z.infer<typeof measurementControlsSchema>;

/** Face trackers. mediapipe works everywhere and is the fallback for one that does not. */
export const TRACKER_NAMES = ['mediapipe', 'visage'] as const;
export type TrackerName = (typeof TRACKER_NAMES)[number];

/** Browsers that a configuration may refuse. */
export const BROWSERS = ['chromium', 'safari', 'firefox'] as const;

/** Where measurements are analysed. `choice`: by the service, or on the device if the person prefers. */
export const ANALYSIS_PLACES = ['service', 'device', 'choice'] as const;
export type AnalysisPlaces = (typeof ANALYSIS_PLACES)[number];
