// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';

/** Limits of one evidence; more is refused, so that no service can fill a browser's memory. */
export const EVIDENCE_LIMITS = {
  /** Samples of the wave: 120 s at 50 Hz. */
  maxSamples: 6000,
  /** Beats of 120 s at 240 per minute. */
  maxBeats: 480,
  maxBins: 1024,
  maxMethods: 8,
  /** Largest magnitude of a sample, in standard deviations of the wave. */
  maxAmplitude: 9,
} as const;

const finite = z.number().check(z.refine((value: number) => Number.isFinite(value)));
const positive = finite.check(z.positive());

/** How an interval between two beats was used. */
export const INTERVAL_USES = ['left-out', 'counted', 'irregular'] as const;
export type IntervalUse = (typeof INTERVAL_USES)[number];

/**
 * The basis of a result, small enough to be sent with it: the pulse wave with its beats, the spectrum with the selected
 * peak, the intervals between beats, and the result of each method.
 */
export const evidenceSchema = z.object({
  /** Null when the pulse was accepted; else the reason, an id of `reasons.ts`. */
  withheld: z.nullable(z.string().check(z.maxLength(40))),
  wave: z.object({
    /** Samples/s. */
    rateHz: positive.check(z.maximum(200)),
    /** In standard deviations of the wave, up is more blood in the skin; null where the face was not seen. */
    samples: z
      .array(z.nullable(finite))
      .check(z.minLength(1), z.maxLength(EVIDENCE_LIMITS.maxSamples)),
  }),
  /** Times of the beats (steepest upslope) from the first sample, ms, ascending. */
  beatsMs: z.array(finite).check(z.maxLength(EVIDENCE_LIMITS.maxBeats)),
  /** From each beat to the next; one fewer than beats. */
  intervals: z.array(z.enum(INTERVAL_USES)).check(z.maxLength(EVIDENCE_LIMITS.maxBeats)),
  spectrum: z.object({
    fromHz: finite.check(z.nonnegative()),
    stepHz: positive,
    /** Pooled power from `fromHz` in steps of `stepHz`; the highest is 1. */
    power: z.array(finite).check(z.minLength(1), z.maxLength(EVIDENCE_LIMITS.maxBins)),
    /** The peak selected as the heart rate, Hz. */
    peakHz: positive,
    /** Band that counts as signal: this far on both sides of the peak and of its double, Hz. */
    lineHz: positive,
    harmonicHz: positive,
  }),
  /** The result of each method alone, and its share of the mix, 0..1. */
  methods: z
    .array(
      z.object({
        id: z.string().check(z.minLength(1), z.maxLength(40)),
        /** Rate of its own highest peak, per minute. */
        rate: finite.check(z.nonnegative()),
        snrDb: finite,
        weight: finite.check(z.minimum(0), z.maximum(1)),
      }),
    )
    .check(z.maxLength(EVIDENCE_LIMITS.maxMethods)),
});

export type Evidence = z.infer<typeof evidenceSchema>;

/** Lengths of the intervals, ms. */
export function intervalsMs(evidence: Pick<Evidence, 'beatsMs'>): readonly number[] {
  return evidence.beatsMs.slice(1).map((at, k) => at - (evidence.beatsMs[k] ?? at));
}
