// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingScreen } from '../../components/LoadingScreen.tsx';
import { useOperator } from '../../services/use-operator.ts';
import { Screen } from '../../components/screen/Screen.tsx';
import styles from './LegalScreen.module.css';

const SECTIONS = {
  terms: ['purpose', 'medical', 'use', 'liability'],
  privacy: ['what', 'account', 'pictures', 'why', 'kept', 'recipients', 'device', 'rights'],
} as const;

/** Terms of use or privacy policy, to read. */
export function LegalScreen({ page }: { readonly page: keyof typeof SECTIONS }): ReactNode {
  const { t } = useTranslation('legal');
  const operator = useOperator();
  // Not shown without: the text would move when the name comes.
  if (operator === null) return <LoadingScreen />;
  const { name, address } = operator;
  // Without a known organisation, the host of this address.
  const isKnown = name !== window.location.host;
  const lead = isKnown ? t('organisation', { name, address }) : t('operator', { name, address });
  return (
    <Screen title={t(`${page}.title`)} lead={lead}>
      <div className={styles['text']}>
        {page === 'terms'
          ? SECTIONS.terms.map((section) => (
              <section key={section}>
                <h2>{t(`terms.${section}.title`)}</h2>
                <p>{t(`terms.${section}.text`)}</p>
              </section>
            ))
          : SECTIONS.privacy.map((section) => (
              <section key={section}>
                <h2>{t(`privacy.${section}.title`)}</h2>
                <p>{t(`privacy.${section}.text`)}</p>
              </section>
            ))}
      </div>
    </Screen>
  );
}
