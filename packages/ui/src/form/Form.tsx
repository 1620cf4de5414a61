// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, useState, type ReactNode } from 'react';

export interface FormProps {
  /** Referenced by a button outside the form. */
  readonly id?: string;
  /** Without a class the form has no box of its own: the parent lays out its children. */
  readonly className?: string | undefined;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/**
 * A form that a screen validates and sends itself. The browser's own submission would put a password into the address,
 * and show its own error texts. When a submission is refused, at once or by a later answer, the first field with an
 * error takes the focus, unless the person has typed in the meantime.
 */
export function Form({ id, className, onSubmit, children }: FormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(0);
  const settled = useRef(0);
  useEffect(() => {
    if (settled.current === submitted) return;
    const refused = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (refused === undefined || refused === null) return;
    settled.current = submitted;
    // Of a choice, the option that is reachable by keyboard.
    (refused.querySelector<HTMLElement>('input:not([tabindex="-1"])') ?? refused).focus();
  });
  return (
    <form
      id={id}
      ref={form}
      noValidate
      className={className}
      style={className === undefined ? { display: 'contents' } : undefined}
      onInput={() => {
        settled.current = submitted;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(submitted + 1);
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
