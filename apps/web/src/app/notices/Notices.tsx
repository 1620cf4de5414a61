// SPDX-License-Identifier: Apache-2.0
import { useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation } from 'react-router';
import { useStore } from 'zustand';
import type { ServiceWorkerHelper } from '../../platform/service-worker/helper.ts';
import { PlainButton } from '@perfuse/ui/form/PlainButton.tsx';
import styles from './Notices.module.css';
import { PATHS } from '../../routes/paths.ts';
import { OPEN_OFFLINE } from '../../routes/route-table.ts';
import { keepFocusVisible } from './keep-focus-visible.ts';
import { useAnalysisPlace } from '../../services/analysis-place.ts';
import { RetryStartContext, useIsCallbackMode } from '../../services/use-services.ts';

/** A measurement is not interrupted; these screens report a lost connection themselves, and an update can wait. */
const QUIET: readonly string[] = [PATHS.measurement, PATHS.preload];

const isAmong = (paths: readonly string[], pathname: string): boolean =>
  paths.some((path) => matchPath(`${path}/*`, pathname) !== null);

/** The notices of the service worker: no network, a new version. */
export function Notices({ helper }: { readonly helper: ServiceWorkerHelper }): ReactNode {
  const { t } = useTranslation('service');
  const { updateReady, offline } = useStore(helper.store);
  const { pathname } = useLocation();
  const { isOnDevice } = useAnalysisPlace();
  const isUnreached = useContext(RetryStartContext) !== null;
  // An integrator's visit is one measurement; the next visit loads the newest page anyway.
  const isCallbackMode = useIsCallbackMode();
  // Until the page is reloaded, which uses the new version anyway.
  const [isPutOff, setIsPutOff] = useState(false);
  const isUpdateTold = updateReady && !isPutOff && !offline && !isCallbackMode;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if ((offline || isUpdateTold) && place.current !== null) keepFocusVisible(place.current);
  }, [offline, isUpdateTold]);
  if (isAmong(QUIET, pathname)) return null;
  // The screen itself reports it.
  if (isUnreached && !isAmong(OPEN_OFFLINE, pathname)) return null;
  return (
    <div ref={place} role="status" className={styles['notices']}>
      {offline && (
        <p className={styles['notice']}>{t(isOnDevice ? 'offlineOnDevice' : 'offline')}</p>
      )}
      {isUpdateTold && (
        <div className={styles['notice']}>
          <span>{t('update')}</span>
          <PlainButton variant="quiet" onPress={helper.applyUpdate}>
            {t('reload')}
          </PlainButton>
          <PlainButton variant="quiet" onPress={() => setIsPutOff(true)}>
            {t('later')}
          </PlainButton>
        </div>
      )}
    </div>
  );
}
