// SPDX-License-Identifier: Apache-2.0
import { useContext, useEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandContext } from '@perfuse/ui/graphics/brand.ts';
import { withoutBreakMarks } from '../../i18n/without-break-marks.ts';

/** In a frame, the focus may be in the outer page while the person types there: it must not be taken away. */
const mayTakeFocus = (): boolean => window.parent === window || document.hasFocus();

/**
 * Names the document after the screen and, when the screen opens, moves the focus to its heading, so that a screen
 * reader announces it. Give the heading `tabIndex={-1}` and the returned ref.
 */
export function useScreenHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const { t } = useTranslation('common');
  const heading = useRef<HTMLHeadingElement>(null);
  const { pageTitle } = useContext(BrandContext);
  const product = pageTitle ?? t('productName');
  useEffect(() => {
    document.title = withoutBreakMarks(`${title} · ${product}`);
  }, [title, product]);
  useEffect(() => {
    if (mayTakeFocus()) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
