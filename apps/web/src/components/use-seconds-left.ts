// SPDX-License-Identifier: Apache-2.0
import { useEffect, useEffectEvent, useState } from 'react';

const secondsOf = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

/** Whole seconds left, rounded up, never below 0. @param leftMs polled four times a second. */
export function useSecondsLeft(leftMs: () => number): number {
  const [seconds, setSeconds] = useState(() => secondsOf(leftMs()));
  const update = useEffectEvent(() => setSeconds(secondsOf(leftMs())));
  useEffect(() => {
    const timer = setInterval(() => update(), 250);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
