// SPDX-License-Identifier: Apache-2.0
import { useEffect, useState, type RefObject } from 'react';

/** Distance below the window within which an element counts as near, CSS pixels. */
const MARGIN = '400px';

/** Whether an element has come near the window; stays true afterwards. Without an observer every element is near. */
export function useNearViewport(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const element = place.current;
    if (isNear || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear, place]);
  return isNear;
}
