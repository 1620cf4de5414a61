// SPDX-License-Identifier: Apache-2.0
import type { CSSProperties, ReactNode } from 'react';
import styles from './Heart.module.css';

/** A heart as high as the text, which beats with the pulse. @param props.bpm null: it does not beat. */
export function Heart({ bpm }: { readonly bpm: number | null }): ReactNode {
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--beat': `${(60 / (bpm ?? 60)).toFixed(3)}s`,
  };
  return (
    <svg
      viewBox="0 0 24 24"
      className={styles['heart']}
      data-beating={bpm !== null}
      style={style}
      aria-hidden="true"
      focusable="false"
    >
      <path d="M12 20.5S3.500 15 3.500 9A4.700 4.700 0 0 1 12 6.300 4.700 4.700 0 0 1 20.500 9C20.500 15 12 20.500 12 20.500z" />
    </svg>
  );
}
