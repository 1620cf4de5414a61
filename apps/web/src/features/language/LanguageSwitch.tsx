// SPDX-License-Identifier: Apache-2.0
import { lazy, Suspense, useContext, type ReactNode } from 'react';
import { UndisturbedContext } from '../../ui/header-end.ts';
import { GlobeIcon } from '../../ui/icons.tsx';
import styles from './LanguageSwitch.module.css';

/** Not among the first things a page needs; the button's place is kept meanwhile. */
const LanguageSelect = lazy(async () => ({
  default: (await import('./LanguageSelect.tsx')).LanguageSelect,
}));

/** Which language the app speaks. Not there while a measurement runs. */
export function LanguageSwitch(): ReactNode {
  const isUndisturbed = useContext(UndisturbedContext);
  if (isUndisturbed) return null;
  const place = (
    <span className={styles['button']} aria-hidden="true">
      <GlobeIcon />
    </span>
  );
  return (
    <Suspense fallback={place}>
      <LanguageSelect />
    </Suspense>
  );
}
