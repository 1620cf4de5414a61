// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './CameraView.module.css';
import { createOutlinePoints } from './outline-points.ts';
import { useFilming } from '../model/use-measurement.ts';

/**
 * A faint line around the face that the tracker sees. It is drawn about 15 times a second, so it bypasses React: the
 * events set the polygon's points directly.
 */
export function FaceOutline(): ReactNode {
  const { capture } = useFilming();
  const svg = useRef<SVGSVGElement>(null);
  const polygon = useRef<SVGPolygonElement>(null);
  useEffect(() => {
    let box = { width: 0, height: 0 };
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) box = entry.contentRect;
    });
    if (svg.current !== null) observer.observe(svg.current);
    const pointsOf = createOutlinePoints();
    const unsubscribe = capture.subscribe((event) => {
      if (event.type !== 'face') return;
      polygon.current?.setAttribute('points', pointsOf(event, box));
    });
    return () => {
      unsubscribe();
      observer.disconnect();
    };
  }, [capture]);
  return (
    <svg ref={svg} className={styles['outline']} aria-hidden="true" focusable="false">
      <polygon ref={polygon} points="" />
    </svg>
  );
}
