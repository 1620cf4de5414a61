// SPDX-License-Identifier: Apache-2.0
import type { Stores } from '@perfuse/contract/backend/stores';
import type { ReactNode } from 'react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { useTranslation } from 'react-i18next';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { QrCode } from '@perfuse/ui/graphics/QrCode.tsx';
import styles from './StoreLinks.module.css';

export interface StoreLinksProps {
  /** As set by the operator; undefined when none is. */
  readonly stores: Stores | undefined;
  /** The China region shows QR codes of its own stores. */
  readonly isChina: boolean;
}

type StoreId = keyof Stores;
const WORLD = ['apple', 'google'] as const satisfies readonly StoreId[];
const CHINA = ['cnApple', 'cnMarket'] as const satisfies readonly StoreId[];

/** Links to the mobile app's stores; nothing when no store is set. For the consumer edition. */
export function StoreLinks({ stores = {}, isChina }: StoreLinksProps): ReactNode {
  const { t } = useTranslation(['export', 'common']);
  const ids: readonly StoreId[] = isChina ? CHINA : WORLD;
  const offered = ids.flatMap((id) => {
    const address = stores[id];
    return address === undefined ? [] : [{ id, address }];
  });
  if (offered.length === 0) return null;
  return (
    <Card title={t('stores.title')}>
      <p>{isChina ? t('stores.scan') : t('stores.text')}</p>
      <ul role="list" className={styles['stores']}>
        {offered.map(({ id, address }) => (
          <li key={id}>
            {isChina && (
              <QrCode address={address} label={t('stores.code', { store: t(`stores.${id}`) })} />
            )}
            <a className={styles['link']} href={address} target="_blank" rel="noopener noreferrer">
              {t(`stores.${id}`)}
              <VisuallyHidden> ({t('common:newTab')})</VisuallyHidden>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
