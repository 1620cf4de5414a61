// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from 'react-aria-components/Button';
import styles from './Button.module.css';
import { classes } from '../classes.ts';

export interface ButtonProps extends Omit<
  AriaButtonProps,
  'className' | 'style' | 'isPending' | 'render'
> {
  /** One primary button per screen. */
  readonly variant?: 'primary' | 'secondary' | 'quiet';
  readonly className?: string;
  /**
   * Ignores presses while an action runs or is not yet possible. The button is announced as disabled, but not really
   * disabled, which would drop the focus. Explain next to it what it waits for: react-aria's own pending state
   * announces through an element that outlives the button without a name.
   */
  readonly isPending?: boolean;
}

/** A button at least 48 px high. */
export function Button(props: ButtonProps): ReactNode {
  const { variant = 'primary', className, isPending = false, onPress, ...rest } = props;
  return (
    <AriaButton
      {...rest}
      {...(isPending || onPress === undefined ? {} : { onPress })}
      // react-aria's own pending attributes override ours, so these are set on the element itself.
      render={(dom) => (
        <button
          data-part="button"
          data-variant={variant}
          {...dom}
          {...(isPending ? { 'aria-disabled': true, 'data-waiting': true } : {})}
        />
      )}
      className={classes('react-aria-Button', styles['button'], styles[variant], className)}
    />
  );
}
