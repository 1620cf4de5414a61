// SPDX-License-Identifier: Apache-2.0
import type { ReactNode, Ref } from 'react';

export interface FormProps {
  /** For a button outside the form. */
  readonly id?: string;
  readonly ref?: Ref<HTMLFormElement>;
  /** Without one the form has no box of its own: what is around it lays out its children. */
  readonly className?: string | undefined;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/**
 * A form that a screen judges and sends itself. The browser's own way would put a password into the address, and say
 * what is wrong in its own words.
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
