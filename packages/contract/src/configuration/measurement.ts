// SPDX-License-Identifier: Apache-2.0
/** What an organisation's configuration, or an integrator's profile, says about the measurement screen. */
import { z } from '../schema.ts';

/**
 * A CSS colour without anything that loads or computes: a name, hex digits, or rgb(), hsl() and their kin with plain
 * numbers.
 */
const COLOUR =
  /^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,24}|(rgb|hsl)a?\([\d\s.,%/deg]{3,40}\))$/i;

const constraintSchema = z.object({ enabled: z.boolean() });

/** What is looked at before a measurement starts. */
export const CHECK_UP_ASPECTS = [
  'brightness',
  'backLight',
  'evenness',
  'sharpness',
  'frameRate',
  'movement',
] as const;
export type CheckUpAspect = (typeof CHECK_UP_ASPECTS)[number];

/** `warn`: the person is told what to change; `block`: the measurement does not start before. */
export const CHECK_LEVELS = ['off', 'warn', 'block'] as const;
export type CheckLevel = (typeof CHECK_LEVELS)[number];

const levelSchema = z.optional(z.enum(CHECK_LEVELS));
const checkUpSchema = z.strictObject({
  brightness: levelSchema,
  backLight: levelSchema,
  evenness: levelSchema,
  sharpness: levelSchema,
  frameRate: levelSchema,
  /** In place of `movement.enabled`, which is `block` or `off`. */
  movement: levelSchema,
} satisfies Record<CheckUpAspect, typeof levelSchema>);

export const measurementControlsSchema = z.object({
  distance: z.optional(constraintSchema),
  direction: z.optional(constraintSchema),
  movement: z.optional(constraintSchema),
  /** `warn` each, movement apart. */
  checkUp: z.optional(checkUpSchema),
  useOvalShape: z.optional(z.boolean()),
  fillOuterShape: z.optional(z.boolean()),
  outerFillColor: z.optional(z.string().check(z.regex(COLOUR))),
});
export type MeasurementControls = z.infer<typeof measurementControlsSchema>;

/** What can find the face in the frames. mediapipe works everywhere and stands in for one that does not. */
export const TRACKER_NAMES = ['mediapipe', 'visage'] as const;
export type TrackerName = (typeof TRACKER_NAMES)[number];

/** Browsers that a configuration may refuse. */
export const BROWSERS = ['chromium', 'safari', 'firefox'] as const;

/** Where measurements are analysed. `choice`: by the service, or on the device where the person wants it. */
export const ANALYSIS_PLACES = ['service', 'device', 'choice'] as const;
export type AnalysisPlaces = (typeof ANALYSIS_PLACES)[number];
