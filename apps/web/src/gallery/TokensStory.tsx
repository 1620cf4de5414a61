// SPDX-License-Identifier: Apache-2.0
import type { CSSProperties, ReactNode } from 'react';
import styles from './Gallery.module.css';

const COLOURS = [
  'page',
  'card',
  'sunken',
  'ink',
  'ink-soft',
  'line',
  'line-strong',
  'accent',
  'accent-hover',
  'accent-soft',
  'danger',
  'danger-soft',
  'notice-soft',
  'notice-ink',
  'band-red',
  'band-light-red',
  'band-yellow',
  'band-light-green',
  'band-green',
  'band-none',
] as const;
const TEXTS = ['text-xs', 'text-s', 'text-m', 'text-l', 'text-xl', 'text-2xl', 'number-m'] as const;
const SPACES = [1, 2, 3, 4, 5, 6, 7, 8] as const;

const of = (token: string): string => `var(--${token})`;

/** Colours, type scale and distances. */
export function TokensStory(): ReactNode {
  return (
    <main className={styles['main']}>
      <h1>Design tokens</h1>
      <section className={styles['part']}>
        <h2>Colours</h2>
        <div className={styles['swatches']}>
          {COLOURS.map((colour) => (
            <div key={colour}>
              <div className={styles['swatch']} style={{ background: of(colour) }} />
              <code>{colour}</code>
            </div>
          ))}
        </div>
      </section>
      <section className={styles['part']}>
        <h2>Type scale</h2>
        {TEXTS.map((text) => (
          <p key={text} style={{ fontSize: of(text), lineHeight: 1.2 } satisfies CSSProperties}>
            {text}: 66 beats
          </p>
        ))}
      </section>
      <section className={styles['part']}>
        <h2>Distances</h2>
        {SPACES.map((space) => (
          <div key={space} className={styles['row']}>
            <code>space-{space}</code>
            <span className={styles['bar']} style={{ inlineSize: of(`space-${String(space)}`) }} />
          </div>
        ))}
      </section>
    </main>
  );
}
