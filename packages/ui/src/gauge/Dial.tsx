// SPDX-License-Identifier: Apache-2.0
import type { CSSProperties, ReactNode } from 'react';
import { arcPath, pointOn } from './arc.ts';
import { bandToken, type BandColour } from './band-colour.ts';
import { GaugeNumber } from './GaugeNumber.tsx';
import { classes } from '../classes.ts';
import styles from './Dial.module.css';

export interface DialArc {
  readonly fromDegrees: number;
  readonly toDegrees: number;
  readonly colour: BandColour;
  /** Whether the value is in this arc. */
  readonly isActive: boolean;
}

export interface DialProps {
  /** From left to right, 0 to 180 degrees. */
  readonly arcs: readonly DialArc[];
  /** The number in the middle of the half circle. */
  readonly number: string;
  /** Null for a missing value: grey arcs, no needle. */
  readonly reading: {
    /** Angle of the needle, 0 to 180 degrees; null for a value that is only expected. */
    readonly angle: number | null;
    /** One standard deviation to either side, degrees. */
    readonly spread?: readonly [number, number];
  } | null;
  /** Texts where arcs meet, shown when the dial is wide enough. */
  readonly edges?: readonly { readonly degrees: number; readonly text: string }[];
}

const CENTRE = { x: 100, y: 100 } as const;
const ARC = { ...CENTRE, radius: 80 };
const SPREAD = { ...CENTRE, radius: 93 };
const EDGES = { ...CENTRE, radius: 58 };
/** A slim wedge across the arc, pointing left with its tip outside. */
const NEEDLE = 'M9 100 32 97.400a2.600 2.600 0 0 1 0 5.200z';
/** Half the gap between two arcs, degrees. */
const HALF_GAP = 1.1;
const TURN = 180;

function Arcs({ arcs, isGrey }: Pick<DialProps, 'arcs'> & { readonly isGrey: boolean }): ReactNode {
  return arcs.map(({ fromDegrees, toDegrees, colour, isActive }) => (
    <path
      key={fromDegrees}
      className={classes(styles['arc'], isActive && styles['active'])}
      stroke={bandToken(isGrey ? null : colour)}
      d={arcPath(
        ARC,
        fromDegrees === 0 ? 0 : fromDegrees + HALF_GAP,
        toDegrees === TURN ? TURN : toDegrees - HALF_GAP,
      )}
    />
  ));
}

function Edges({ edges }: { readonly edges: NonNullable<DialProps['edges']> }): ReactNode {
  return edges.map(({ degrees, text }) => {
    const [x, y] = pointOn(EDGES, degrees);
    return (
      <text key={degrees} className={styles['edge']} x={x} y={y}>
        {text}
      </text>
    );
  });
}

/** Characters that fit between the bands at full size. */
const SHORT_NUMBER = 4;

/**
 * A half circle of bands with a needle. As wide as its container; the number scales with it. The number is text, the
 * rest a picture: some screen readers read neither the value of a meter nor what is inside one.
 */
export function Dial({ arcs, number, reading, edges = [] }: DialProps): ReactNode {
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--angle': `${String(reading?.angle ?? 0)}deg`,
  };
  const active = arcs.find((arc) => arc.isActive);
  return (
    <div className={styles['dial']} data-part="dial">
      <svg viewBox="0 0 200 106" className={styles['picture']} aria-hidden="true" focusable="false">
        <Arcs arcs={arcs} isGrey={reading === null || reading.angle === null} />
        {/* A spread entirely beyond an end has no length: its round caps alone would be a dot. */}
        {reading?.spread !== undefined && reading.spread[0] < reading.spread[1] && (
          <path
            className={styles['spread']}
            stroke={reading.angle === null ? 'var(--ink-soft)' : bandToken(active?.colour ?? null)}
            d={arcPath(SPREAD, reading.spread[0], reading.spread[1])}
          />
        )}
        <Edges edges={edges} />
        {reading !== null && reading.angle !== null && (
          <g className={styles['needle']} style={style}>
            <path className={styles['pointer']} d={NEEDLE} />
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
