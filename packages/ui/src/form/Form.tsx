// SPDX-License-Identifier: Apache-2.0
import type { ReactNode, Ref } from 'react';

export interface FormProps {
  /** Referenced by a button outside the form. */
  readonly id?: string;
  readonly ref?: Ref<HTMLFormElement>;
  /** Without a class the form has no box of its own: the parent lays out its children. */
  readonly className?: string | undefined;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/**
 * A form that a screen validates and sends itself. The browser's own submission would put a password into the address,
 * and show its own error texts.
 */
export function Form({ id, ref, className, onSubmit, children }: FormProps): ReactNode {
  return (
    <form
      id={id}
      ref={ref}
      noValidate
      className={className}
      style={className === undefined ? { display: 'contents' } : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
