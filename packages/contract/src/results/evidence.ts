// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';

/** What one evidence may hold; more is refused, so that no service can fill a browser's memory. */
export const EVIDENCE_LIMITS = {
  /** Samples of the wave: 120 s at 50 Hz. */
  maxSamples: 6000,
  /** Beats of 120 s at 240 a minute. */
  maxBeats: 480,
  maxBins: 1024,
  maxMethods: 8,
  /** Largest amount of a sample, in deviations of the wave. */
  maxAmplitude: 9,
} as const;

const finite = z.number().check(z.refine((value: number) => Number.isFinite(value)));
const positive = finite.check(z.positive());

/** How an interval between two beats was used. */
export const INTERVAL_USES = ['left-out', 'counted', 'irregular'] as const;
export type IntervalUse = (typeof INTERVAL_USES)[number];

/**
 * What a result rests on, small enough to travel with it: the pulse wave with its beats, the spectrum with the peak
 * that was taken, the intervals between beats, and what each method said for itself.
 */
export const evidenceSchema = z.object({
  /** Null when the pulse was believed; else why it was not, an id of `reasons.ts`. */
  withheld: z.nullable(z.string().check(z.maxLength(40))),
  wave: z.object({
    /** Samples/s. */
    rateHz: positive.check(z.maximum(200)),
    /** In deviations of the wave, up is more blood in the skin; null where the face was not seen. */
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
    /** The peak that was taken for the heart's, Hz. */
    peakHz: positive,
    /** What counts as signal: this far on both sides of the peak and of its double, Hz. */
    lineHz: positive,
    harmonicHz: positive,
  }),
  /** What each method says alone, and its share of the mix, 0..1. */
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
