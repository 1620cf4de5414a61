// SPDX-License-Identifier: Apache-2.0
import { useMemo, type ReactNode } from 'react';
import styles from './QrCode.module.css';
import { qrPath } from './qr-path.ts';

export interface QrCodeProps {
  readonly address: string;
  /** Its purpose: people who cannot see it need the address as text too. */
  readonly label: string;
}

/** An address as a QR code: black on white in every theme, as scanners require. */
export function QrCode({ address, label }: QrCodeProps): ReactNode {
  const { path, size } = useMemo(() => qrPath(address), [address]);
  return (
    <svg
      className={styles['code']}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
