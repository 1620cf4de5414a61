// SPDX-License-Identifier: Apache-2.0
import { useContext, useState, type ReactNode } from 'react';
import { BrandContext } from './brand.ts';
import styles from './Logo.module.css';

/** The mark: a vessel curling round a drop, like the measurement ring when idle. */
export function LogoMark({ size = 34 }: { readonly size?: number }): ReactNode {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true" focusable="false">
      <path
        className={styles['vessel']}
        d="M32 6a26 26 0 1 1-22.5 13"
        fill="none"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <path
        className={styles['drop']}
        d="M32 17c6.4 7.6 10.5 12.9 10.5 18.200a10.5 10.5 0 0 1-21 0C21.5 29.9 25.6 24.6 32 17z"
      />
    </svg>
  );
}

/** The organisation's logo if it has one that loads, else the product's. */
export function Logo({ name }: { readonly name: string }): ReactNode {
  const { logo } = useContext(BrandContext);
  const [broken, setBroken] = useState<string | null>(null);
  if (logo !== null && broken !== logo.address) {
    return (
      <img
        className={styles['picture']}
        data-part="logo"
        src={logo.address}
        alt={logo.name}
        onError={() => setBroken(logo.address)}
      />
    );
  }
  return (
    <span className={styles['logo']} data-part="logo">
      <LogoMark />
      <span className={styles['name']}>{name}</span>
    </span>
  );
}
