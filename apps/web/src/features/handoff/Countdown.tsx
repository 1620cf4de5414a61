// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSecondsLeft } from '../../components/use-seconds-left.ts';

/** Minutes and seconds, as clocks show them everywhere. */
const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;

/** For how long a code still works. It is not read aloud by itself. @param endsAt by the page's clock, ms. */
export function Countdown({ endsAt }: { readonly endsAt: number }): ReactNode {
  const { t } = useTranslation('handoff');
  const seconds = useSecondsLeft(() => endsAt - performance.now());
  return <p role="timer">{t('waiting.left', { time: clock(seconds) })}</p>;
}
