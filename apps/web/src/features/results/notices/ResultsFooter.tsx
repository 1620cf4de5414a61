// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS } from '../../../routes/paths.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import type { OutcomeView } from '../model/outcome-view.ts';

/** Always shown below the results, whatever they are. */
export function Disclaimer({ kind }: Pick<OutcomeView, 'kind'>): ReactNode {
  const { t } = useTranslation('results');
  return (
    <Card tone="quiet" title={t(`disclaimer.title.${kind}`)}>
      <p>{t(`disclaimer.text.${kind}`)}</p>
    </Card>
  );
}

export function MeasureAgainButton(): ReactNode {
  const { t } = useTranslation('results');
  const navigate = useNavigate();
  return <Button onPress={() => void navigate(PATHS.measurement)}>{t('again')}</Button>;
}
