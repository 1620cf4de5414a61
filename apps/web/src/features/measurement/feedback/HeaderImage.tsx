// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import styles from '../MeasurementScreen.module.css';
import { useMeasurement } from '../model/use-measurement.ts';

/** The organisation's picture, on desktops; one that does not load leaves no gap. */
export function HeaderImage(): ReactNode {
  const { settings } = useMeasurement();
  const [isBroken, setBroken] = useState(false);
  const { headerImage } = settings();
  if (headerImage === null || isBroken) return null;
  return (
    <img
      className={styles['headerImage']}
      data-part="header-image"
      src={headerImage}
      alt=""
      onError={() => setBroken(true)}
    />
  );
}
