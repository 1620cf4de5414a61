// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './Button.module.css';
import { classes } from '../classes.ts';

export interface PlainButtonProps {
  readonly variant?: 'primary' | 'quiet';
  readonly onPress: () => void;
  /** Takes the focus when mounted, as in a dialog. */
  readonly isFocused?: boolean;
  readonly children: ReactNode;
}

/**
 * A native button in our style, for the first view and for screens that must work when everything else failed: the
 * library behind `Button` is a tenth of what a first view may load.
 */
export function PlainButton({
  variant = 'primary',
  onPress,
  isFocused = false,
  children,
}: PlainButtonProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  // After the surrounding dialog has opened.
  useEffect(() => {
    if (isFocused) button.current?.focus();
  }, [isFocused]);
  return (
    <button
      ref={button}
      type="button"
      className={classes(styles['button'], styles['plain'], styles[variant])}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
