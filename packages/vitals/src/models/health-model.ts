// SPDX-License-Identifier: Apache-2.0
import { refused, type Outcome } from '@perfuse/contract/outcome';
import type { Demographics } from '@perfuse/contract/person/demographics';
import type { ChannelCode } from '@perfuse/contract/results/channels';
import type { MissingReason, WeakReason } from '@perfuse/contract/results/reasons';
import { MODEL_SOURCES } from '@perfuse/contract/results/source-models';
import type { ModelSourceId, Source } from '@perfuse/contract/results/sources';
import type { InputRange } from './range.ts';
import { lackingAnswers, type ModelInput } from './lacking-answers.ts';
import type { Charts, Subject } from './subject.ts';

/** Result of a model for one person. */
interface Estimate {
  /** In the channel's unit. */
  readonly value: number;
  /** One standard deviation in the channel's unit, as far as the model itself states it. */
  readonly uncertainty?: number;
  /** Sources of inputs that are themselves estimated, or measured by the person (cuff, waist). */
  readonly inputSources?: readonly ModelSourceId[];
  readonly reason?: WeakReason;
  /** The charts that were used, where a method has several. */
  readonly charts?: Charts;
}

export type ModelResult = Outcome<Estimate, MissingReason>;

/** One published (or own) method that computes one channel from what is known about a person. */
export interface HealthModel {
  /** Stable id of the method; its citation is in the sources table. */
  readonly source: ModelSourceId;
  readonly channel: ChannelCode;
  readonly kind: 'derived' | 'estimated';
  /** `standard` models provide the channel; an `alternative` is checked against its source but not shown. */
  readonly use: 'standard' | 'alternative';
  readonly inputs: readonly ModelInput[];
  /** Outside it the value is missing, never clamped. */
  readonly range: InputRange;
  readonly citation: Source;
  /** Selects among a channel's standard models: the first that applies to the person is used. */
  readonly appliesTo: (subject: Subject) => boolean;
  readonly evaluate: (subject: Subject) => ModelResult;
}

type Defaults = 'citation' | 'appliesTo' | 'use';

/**
 * Models do not guess: without a required answer there is no value, so `evaluate` may treat an unknown answer as 'no'.
 */
export function defineModel(
  model: Omit<HealthModel, Defaults> & Partial<Pick<HealthModel, 'appliesTo' | 'use'>>,
): HealthModel {
  return {
    use: 'standard',
    appliesTo: () => true,
    ...model,
    citation: MODEL_SOURCES[model.source],
    evaluate: (subject) => {
      const result = model.evaluate(subject);
      return result.ok && lackingAnswers(model.inputs, subject).length > 0
        ? refused('answers-missing')
        : result;
    },
  };
}

/** Wraps a model that needs the profile. */
export const withPerson =
  (evaluate: (person: Demographics, subject: Subject) => ModelResult) =>
  (subject: Subject): ModelResult =>
    subject.person === undefined ? refused('no-profile') : evaluate(subject.person, subject);
