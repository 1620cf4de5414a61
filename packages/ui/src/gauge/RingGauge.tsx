// SPDX-License-Identifier: Apache-2.0
import type { CSSProperties, ReactNode } from 'react';
import { arcPath, pointOn } from './arc.ts';
import { bandToken, type BandColour } from './band-colour.ts';
import { GaugeNumber } from './GaugeNumber.tsx';
import { classes } from '../classes.ts';
import styles from './RingGauge.module.css';

export interface RingGaugeProps {
  /** Colours of equal parts, starting at 0. */
  readonly colours: readonly BandColour[];
  /** The number in the middle. */
  readonly number: string;
  /** Null for a missing value: a grey ring. */
  readonly reading: {
    /** 0..100. */
    readonly value: number;
    readonly active: number;
  } | null;
}

const RING = { x: 60, y: 60, radius: 50 };
/** Half the gap between two parts, degrees. */
const HALF_GAP = 1.6;
/**
 * The ring is open at the top, so that its start and its end are two places: wide enough for the knob on either side.
 */
const OPENING = 18;
const START = 90 + OPENING / 2;
const TURN = 360 - OPENING;

/** Characters that fit in the ring at full size. */
const SHORT_NUMBER = 3;

/** A ring from 0 to 100 in equal parts; a knob marks the value. Its number is text, the rest a picture. */
export function RingGauge({ colours, number, reading }: RingGaugeProps): ReactNode {
  const share = TURN / colours.length;
  const value = Math.min(100, Math.max(0, reading?.value ?? 0));
  const [knobX, knobY] = pointOn(RING, START);
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--turn': `${String((value / 100) * TURN)}deg`,
  };
  return (
    <div className={styles['ring']} data-part="ring">
      <svg viewBox="0 0 120 120" className={styles['picture']} aria-hidden="true" focusable="false">
        {colours.map((colour, index) => (
          <path
            key={colour}
            className={classes(styles['part'], index === reading?.active && styles['active'])}
            stroke={bandToken(reading === null ? null : colour)}
            d={arcPath(
              RING,
              START + index * share + HALF_GAP,
              START + (index + 1) * share - HALF_GAP,
            )}
          />
        ))}
        {reading !== null && (
          <g className={styles['hand']} style={style}>
            <circle
              className={styles['knob']}
              stroke={bandToken(colours[reading.active] ?? null)}
              cx={knobX}
              cy={knobY}
              r="6.5"
            />
          </g>
        )}
      </svg>
      <GaugeNumber
        className={classes(styles['number'], number.length > SHORT_NUMBER && styles['long'])}
        isMissing={reading === null}
      >
        {number}
      </GaugeNumber>
    </div>
  );
}
