// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainButton } from '@perfuse/ui/form/PlainButton.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { basePathOf } from '../../config/base-path.ts';

/** Full page load from the entry: the cause may be a file of a version that the server no longer has. */
const startAgain = (): void => window.location.assign(basePathOf(window.location.pathname));

export function CrashScreen({ error }: { readonly error: Error }): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Screen
      title={t('crash.title')}
      lead={t('crash.message')}
      actions={<PlainButton onPress={startAgain}>{t('crash.again')}</PlainButton>}
    >
      <p>{t('code', { code: error.name })}</p>
    </Screen>
  );
}
