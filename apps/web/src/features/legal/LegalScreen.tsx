// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingScreen } from '../../components/LoadingScreen.tsx';
import { MAX_STORED } from '../../platform/device-history/device-history.ts';
import { useAnalysisPlace } from '../../services/analysis-place.ts';
import { useOperator } from '../../services/use-operator.ts';
import { Screen } from '../../components/screen/Screen.tsx';
import styles from './LegalScreen.module.css';

const SECTIONS = {
  terms: ['purpose', 'medical', 'use', 'liability'],
  privacy: [
    'what',
    'account',
    'pictures',
    'why',
    'kept',
    'recipients',
    'keptOnDevice',
    'recipientsOnDevice',
    'device',
    'rights',
  ],
} as const;
type PrivacySection = (typeof SECTIONS.privacy)[number];

/** Sections that apply to one place of analysis only. */
const ONLY: Readonly<Partial<Record<PrivacySection, 'service' | 'device'>>> = {
  kept: 'service',
  recipients: 'service',
  keptOnDevice: 'device',
  recipientsOnDevice: 'device',
};

/** Terms of use or privacy policy, to read. */
export function LegalScreen({ page }: { readonly page: keyof typeof SECTIONS }): ReactNode {
  const { t } = useTranslation('legal');
  const operator = useOperator();
  const { places } = useAnalysisPlace();
  // Not shown without the name: the text would move when it arrives.
  if (operator === null) return <LoadingScreen />;
  const isShown = (section: PrivacySection): boolean =>
    places === 'choice' || (ONLY[section] ?? places) === places;
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
          : SECTIONS.privacy.filter(isShown).map((section) => (
              <section key={section}>
                <h2>{t(`privacy.${section}.title`)}</h2>
                <p>{t(`privacy.${section}.text`, { count: MAX_STORED })}</p>
              </section>
            ))}
      </div>
    </Screen>
  );
}
