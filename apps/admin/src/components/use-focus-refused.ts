// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the first field of the form that shows an error, each time the form is refused.
 * @param refusal null while the form is not refused.
 * @returns ref of an element in the form.
 */
export function useFocusRefused(refusal: object | null): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal === null) return;
    const form = place.current?.closest('form, dialog');
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusal]);
  return place;
}
