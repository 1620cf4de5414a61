// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';

/** A small line icon, 24 by 24; always next to a word, so hidden from screen readers. */
export function Icon({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}
