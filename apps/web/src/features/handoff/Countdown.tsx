// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSecondsLeft } from '../../components/use-seconds-left.ts';

/** Minutes and seconds, in the same clock format for every language. */
const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;

/** How long a code remains valid. Not announced by itself. @param endsAt by the page's clock, ms. */
export function Countdown({ endsAt }: { readonly endsAt: number }): ReactNode {
  const { t } = useTranslation('handoff');
  const seconds = useSecondsLeft(() => endsAt - performance.now());
  return <p role="timer">{t('waiting.left', { time: clock(seconds) })}</p>;
}
