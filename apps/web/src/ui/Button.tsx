// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from 'react-aria-components/Button';
import styles from './Button.module.css';
import { classes } from './classes.ts';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  /** One primary button a screen. */
  readonly variant?: 'primary' | 'secondary' | 'quiet';
  readonly className?: string;
}

/** A button at least 48 px high. While pending it stays focusable and says so to readers. */
export function Button({ variant = 'primary', className, ...props }: ButtonProps): ReactNode {
  return (
    <AriaButton
      {...props}
      className={classes('react-aria-Button', styles['button'], styles[variant], className)}
    />
  );
}
