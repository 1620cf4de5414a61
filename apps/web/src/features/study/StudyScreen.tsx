// SPDX-License-Identifier: Apache-2.0
import './texts.ts';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Skeleton } from '@perfuse/ui/feedback/Skeleton.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { useServices } from '../../services/use-services.ts';
import { Enrolment } from './Enrolment.tsx';
import { Home } from './Home.tsx';
import { studyOf } from './model/study.ts';
import { ProtocolEditor } from './ProtocolEditor.tsx';
import { SessionView } from './SessionView.tsx';
import { StudyContext, useStudy, useStudyState } from './use-study.ts';

/** Shown while no session is open. */
type Place =
  | { readonly at: 'home' | 'protocol' }
  | { readonly at: 'enrolment'; readonly participant: string };

/** All screens of the study in the context. */
export function StudyView(): ReactNode {
  const { t } = useTranslation('study');
  const study = useStudy();
  const phase = useStudyState((state) => state.phase);
  const open = useStudyState((state) => state.open);
  const [place, setPlace] = useState<Place>({ at: 'home' });
  const home = (): void => setPlace({ at: 'home' });
  if (phase === 'unreadable') {
    return (
      <Screen
        title={t('title')}
        lead={<span role="alert">{t('unreadable')}</span>}
        actions={<Button onPress={() => void study.load()}>{t('retry')}</Button>}
      />
    );
  }
  if (phase === 'loading') {
    return (
      <Screen title={t('title')} lead={t('lead')}>
        <Skeleton shape="card" />
      </Screen>
    );
  }
  if (open !== null) return <SessionView key={open} />;
  switch (place.at) {
    case 'home':
      return (
        <Home
          onBegin={(participant) => setPlace({ at: 'enrolment', participant })}
          onProtocol={() => setPlace({ at: 'protocol' })}
        />
      );
    case 'protocol':
      return <ProtocolEditor onClose={home} />;
    case 'enrolment':
      return <Enrolment participant={place.participant} onCancel={home} onDone={home} />;
  }
}

/** Records measurements together with a sensor on the body. */
export function StudyScreen(): ReactNode {
  const study = studyOf(useServices());
  useEffect(() => study.enter(), [study]);
  useEffect(() => {
    if (study.store.getState().phase !== 'ready') void study.load();
  }, [study]);
  return (
    <StudyContext value={study}>
      <StudyView />
    </StudyContext>
  );
}
