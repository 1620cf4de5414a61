// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './Button.module.css';
import { classes } from '../classes.ts';

export interface PlainButtonProps {
  readonly variant?: 'primary' | 'quiet';
  readonly onPress: () => void;
  /** Has the focus from the beginning, as in a dialog. */
  readonly isFocused?: boolean;
  readonly children: ReactNode;
}

/**
 * A button of the browser's own in our looks, for the first view and for screens that must show when everything else
 * broke: the library behind `Button` is a tenth of what a first view may load.
 */
export function PlainButton({
  variant = 'primary',
  onPress,
  isFocused = false,
  children,
}: PlainButtonProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  // Once the dialog around it is open.
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
