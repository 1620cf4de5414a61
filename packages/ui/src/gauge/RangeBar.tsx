// SPDX-License-Identifier: Apache-2.0
import type { CSSProperties, ReactNode } from 'react';
import { bandToken, type BandColour } from './band-colour.ts';
import styles from './RangeBar.module.css';
import { classes } from '../classes.ts';

export interface RangeBarProps {
  /** Colours of the bands, from the lowest; null is grey. */
  readonly colours: readonly (BandColour | null)[];
  /** Texts at the edges between bands; one fewer than colours. */
  readonly edgeLabels: readonly string[];
  /**
   * Index of the band that contains the value; null for a value that is only expected, which has no mark of its own.
   */
  readonly active: number | null;
  /** Position of the value, 0..1. */
  readonly position: number;
  /** One standard deviation to either side, 0..1. */
  readonly spread?: readonly [number, number];
}

const percent = (share: number): string => `${String(share * 100)}%`;

/**
 * Position of a value among its bands. The bands have equal width, so the edges are labelled below. A picture only:
 * the value and its band are text beside it.
 */
export function RangeBar(props: RangeBarProps): ReactNode {
  const { colours, edgeLabels, active, position, spread } = props;
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--position': percent(position),
    '--colour': active === null ? 'var(--ink-soft)' : bandToken(colours[active] ?? null),
  };
  return (
    <div className={styles['range']} data-part="range" style={style} aria-hidden="true">
      <div className={styles['bands']}>
        {colours.map((colour, index) => (
          <span
            key={`${String(index)}${colour ?? ''}`}
            className={classes(styles['band'], index === active && styles['active'])}
            style={{ background: bandToken(colour) }}
          />
        ))}
      </div>
      {spread !== undefined && (
        <span
          className={styles['spread']}
          style={{
            insetInlineStart: percent(spread[0]),
            inlineSize: percent(spread[1] - spread[0]),
          }}
        />
      )}
      {active !== null && <span className={styles['marker']} />}
      <div className={styles['edges']}>
        {edgeLabels.map((label, index) => (
          <span
            key={label}
            className={styles['edge']}
            style={{ insetInlineStart: percent((index + 1) / colours.length) }}
          >
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
