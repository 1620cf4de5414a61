// SPDX-License-Identifier: Apache-2.0
import type { ChannelCode, ChannelValue, ChannelValues } from '@perfuse/contract/results/channels';
import type { ProfileAnswer } from '@perfuse/contract/results/reasons';
import { lackingAnswers } from './lacking-answers.ts';
import type { HealthModel, ModelResult } from './health-model.ts';
import { subjectOf, type Subject, type SubjectInput } from './subject.ts';
import { HEALTH_MODELS } from './table.ts';

const STANDARD = HEALTH_MODELS.filter(({ use }) => use === 'standard');

/** The channels that are derived from the profile and not from the pulse signal alone. */
export const ESTIMATED_CHANNELS: readonly ChannelCode[] = [
  ...new Set(STANDARD.map(({ channel }) => channel)),
];

/**
 * Every channel that is not measured from the pulse signal: derived, estimated, or missing with its reason. `source`
 * names the model and, after `+`, the inputs that were estimated or typed in.
 * @param input `heartRate` in 1/min, only from a valid signal: omit it or pass null below the quality limit.
 */
export function estimateChannels(input: SubjectInput): ChannelValues {
  const subject = subjectOf(input);
  const values: Partial<Record<ChannelCode, ChannelValue>> = {};
  for (const channel of ESTIMATED_CHANNELS) values[channel] = valueOf(channel, subject);
  return values;
}

function valueOf(channel: ChannelCode, subject: Subject): ChannelValue {
  const model = STANDARD.find((one) => one.channel === channel && one.appliesTo(subject));
  if (model === undefined) return { value: null, kind: 'missing', source: '', reason: 'no-method' };
  return channelValue(model, model.evaluate(subject), lackingAnswers(model.inputs, subject));
}

/** The result of one model as a result channel. */
function channelValue(
  model: HealthModel,
  result: ModelResult,
  lacks: readonly ProfileAnswer[],
): ChannelValue {
  if (!result.ok) {
    const { reason } = result;
    const named = reason === 'answers-missing' ? { lacks } : {};
    return { value: null, kind: 'missing', source: '', reason, ...named };
  }
  const { value, uncertainty, inputSources = [], reason, charts } = result.value;
  return {
    value,
    kind: model.kind,
    source: [model.source, ...inputSources].join('+'),
    ...(uncertainty !== undefined && { uncertainty }),
    ...(reason !== undefined && { reason }),
    ...charts,
  };
}
