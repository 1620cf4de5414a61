// SPDX-License-Identifier: Apache-2.0
import { filmingS, signalIsJudged, type Reading } from '@perfuse/flow';
import type { ReactNode } from 'react';
import styles from './GuideRing.module.css';
import { progressOf, toneOf } from '../feedback/guidance.ts';
import {
  useIsRunning,
  useFilming,
  usePhase,
  useScreenLight,
  useSnapshot,
} from '../model/use-measurement.ts';

const SHAPES = {
  oval: { viewBox: '0 0 300 400', path: 'M150 8A142 192 0 0 1 150 392A142 192 0 0 1 150 8Z' },
  circle: { viewBox: '0 0 400 400', path: 'M200 8A192 192 0 0 1 200 392A192 192 0 0 1 200 8Z' },
} as const;

/** Unknown until there is a pulse or its absence is significant: the first seconds say little. */
function qualityOf(reading: Reading | null): 'unknown' | 'weak' | 'fair' | 'good' {
  if (reading === null || (reading.bpm === null && !signalIsJudged(reading.index)))
    return 'unknown';
  return reading.stars >= 4 ? 'good' : reading.stars >= 2 ? 'fair' : 'weak';
}

/** Progress, quality and guidance in one: how much of it is drawn, its colour, and whether it is solid or dashed. */
export function GuideRing({ children }: { readonly children: ReactNode }): ReactNode {
  const { settings } = useFilming();
  const { shape, outerFill } = settings().guide;
  const fill = useScreenLight().isOn ? 'white' : outerFill;
  const phase = usePhase();
  const tone = useSnapshot(toneOf);
  const progress = useSnapshot((snapshot) => progressOf(snapshot, filmingS(snapshot.context.plan)));
  const quality = useSnapshot(({ context }) => qualityOf(context.reading));
  const { viewBox, path } = SHAPES[shape];
  const running = useIsRunning();
  return (
    <div
      className={styles['guide']}
      data-part="guide"
      data-shape={shape}
      data-tone={tone}
      data-phase={phase}
      data-quality={quality}
      style={fill === null ? {} : { boxShadow: `0 0 0 200vmax ${fill}` }}
    >
      {children}
      <svg viewBox={viewBox} className={styles['ring']} aria-hidden="true" focusable="false">
        <path className={styles['track']} d={path} />
        {running && (
          <path
            className={styles['progress']}
            d={path}
            pathLength={100}
            style={{ strokeDashoffset: 100 - 100 * progress }}
          />
        )}
      </svg>
    </div>
  );
}
