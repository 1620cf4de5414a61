// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../i18n/moment-locale.ts';
import { useSession } from '../../../services/use-services.ts';
import type { MeasurementOutcome } from '../../../session/measurement-result.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { useWindowClass } from '@perfuse/ui/layout/use-window-class.ts';
import { GlassesIcon, LightIcon, StillIcon } from '@perfuse/ui/graphics/icons.tsx';
import styles from './NoSignal.module.css';
import { MeasureAgainButton } from './ResultsFooter.tsx';

const TIPS = [
  { id: 'position', Icon: LightIcon },
  { id: 'accessories', Icon: GlassesIcon },
  { id: 'still', Icon: StillIcon },
] as const;

/** States that there is no result rather than show a wrong one, and what to do better. */
export function NoSignal({
  earlier,
}: {
  readonly earlier?: MeasurementOutcome | undefined;
}): ReactNode {
  const { t } = useTranslation('results');
  const showEarlier = useSession((session) => session.showEarlierResult);
  const isPhone = useWindowClass() === 'phone';
  return (
    <>
      <Card tone="notice" title={t('noSignal.title')}>
        <p>{t('noSignal.text')}</p>
        <p>{t('noSignal.WEB_DESC_ERROR_GUIDE')}</p>
      </Card>
      <ul role="list" className={styles['tips']}>
        {TIPS.map(({ id, Icon }) => (
          <li key={id} className={styles['tip']}>
            <span className={styles['icon']}>
              <Icon />
            </span>
            <div>
              <h2 className={styles['title']}>{t(`tip.${id}.title`)}</h2>
              {/* A desktop is not rested on something, as a phone is. */}
              <p>{t(id === 'still' && !isPhone ? 'tip.still.desktop' : `tip.${id}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className={styles['again']}>
        <MeasureAgainButton />
        {earlier !== undefined && (
          <Button variant="secondary" onPress={showEarlier}>
            {t('noSignal.earlier', {
              moment: formatMoment(earlier.finishedAt),
            })}
          </Button>
        )}
      </div>
    </>
  );
}
