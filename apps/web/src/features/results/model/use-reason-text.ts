// SPDX-License-Identifier: Apache-2.0
import { PROFILE_ANSWERS, REASONS } from '@perfuse/contract/results/reasons';
import { useTranslation } from 'react-i18next';
import type { ChannelOutcome } from '../../../session/measurement-result.ts';

/** The id itself when there is a text for it, else the general one: a newer service may send unknown ids. */
const knownReason = (id: string): (typeof REASONS)[number] | 'other' =>
  REASONS.find((known) => known === id) ?? 'other';

/** Why a value is missing or weak, in words; it names the missing answers of the profile. */
export function useReasonText(): (value: Pick<ChannelOutcome, 'reason' | 'lacks'>) => string {
  const { t, i18n } = useTranslation('reasons');
  return ({ reason, lacks = [] }) => {
    const id = reason === undefined ? 'other' : knownReason(reason);
    if (id !== 'answers-missing') return t(`reason.${id}`);
    const answers = PROFILE_ANSWERS.filter((answer) => lacks.includes(answer)).map((answer) =>
      t(`answers.${answer}`),
    );
    // The service does not say which answers are missing.
    if (answers.length === 0) return t('reason.no-profile');
    const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(answers);
    return t('reason.answers-missing', { answers: list });
  };
}
