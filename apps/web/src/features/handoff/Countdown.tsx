// SPDX-License-Identifier: Apache-2.0
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const left = (endsAt: number): number =>
  Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));

/** Minutes and seconds, as clocks show them everywhere. */
const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;

/** For how long a code still works. It is not read aloud by itself. @param endsAt by the page's clock, ms. */
export function Countdown({ endsAt }: { readonly endsAt: number }): ReactNode {
  const { t } = useTranslation('handoff');
  const [seconds, setSeconds] = useState(() => left(endsAt));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left(endsAt)), 1000);
    return () => clearInterval(timer);
  }, [endsAt]);
  return <p role="timer">{t('waiting.left', { time: clock(seconds) })}</p>;
}
