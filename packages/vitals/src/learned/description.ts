// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';

/** Colours a model may look at, of the whole skin and of the background. */
export const MODEL_CHANNELS = [
  'skin.red',
  'skin.green',
  'skin.blue',
  'background.red',
  'background.green',
  'background.blue',
] as const;
export type ModelChannel = (typeof MODEL_CHANNELS)[number];

const name = z.string().check(z.minLength(1), z.maxLength(200));
const size = z.int().check(z.minimum(1), z.maximum(4096));

/**
 * What has to be known about a pulse model in addition to its network: the state file that the operator names with it. A
 * window of colours goes in, a pulse of the same length comes out, and what the network remembers goes on to the
 * next window.
 */
export const modelDescriptionSchema = z.strictObject({
  format: z.literal('perfuse-pulse-model/1'),
  /** Id of the method in results. */
  id: z.string().check(z.regex(/^[a-z][a-z\d-]{0,31}$/)),
  /** Samples/s the model was trained at. */
  rateHz: z.number().check(z.minimum(5), z.maximum(120)),
  /** Samples of one run. */
  window: size,
  input: z.strictObject({
    name,
    channels: z.array(z.enum(MODEL_CHANNELS)).check(z.minLength(1), z.maxLength(6)),
    /** Order of time (T) and channel (C) in the tensor. */
    layout: z.enum(['TC', 'CT', '1TC', '1CT']),
    /**
     * `none`: 8-bit levels. `relative`: over the mean of the window, less 1. `standard`: zero mean and unit deviation
     * over the window. `difference`: change to the next sample over their sum.
     */
    normalisation: z.enum(['none', 'relative', 'standard', 'difference']),
  }),
  output: z.strictObject({
    name,
    /** Whether up is more blood (1) or more light (-1). */
    polarity: z.union([z.literal(1), z.literal(-1)]),
    /** Whether the output is the change of the pulse from sample to sample, which is then added up. */
    differential: z._default(z.boolean(), false),
  }),
  /** What a run hands to the next; zeros before the first. */
  state: z._default(
    z.array(
      z.strictObject({ input: name, output: name, shape: z.array(size).check(z.maxLength(6)) }),
    ),
    [],
  ),
});
export type ModelDescription = z.output<typeof modelDescriptionSchema>;
