// SPDX-License-Identifier: Apache-2.0
import { FAILURES } from '@perfuse/contract/failures/catalogue';
import { isKnownCondition, type PlannedMeasurement } from '@perfuse/contract/study/protocol';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { useSecondsLeft } from '../../components/use-seconds-left.ts';
import {
  Actions,
  adviceOf,
  CameraView,
  FilmingContext,
  guidanceOf,
  usePhase,
  useSnapshot,
} from '../measurement/study-filming.ts';
import { progressOf } from './model/session.ts';
import { SensorStatus } from './SensorStatus.tsx';
import styles from './Study.module.css';
import { Unsaved } from './Unsaved.tsx';
import { useOpenSession, useSensor, useStudy, useStudyState } from './use-study.ts';

/** The person puts the sensor on before anything is measured. */
function SensorStep({ onDone }: { readonly onDone: () => void }): ReactNode {
  const { t } = useTranslation('study');
  const { sensor } = useStudy();
  const phase = useSensor((state) => state.phase);
  const isConnected = phase === 'connected';
  const isBusy = phase === 'choosing' || phase === 'connecting';
  return (
    <Screen
      key="sensor"
      title={t('sensor.title')}
      lead={t('sensor.lead')}
      actions={
        <>
          {isConnected ? (
            <Button onPress={onDone}>{t('next')}</Button>
          ) : (
            phase !== 'unsupported' && (
              <Button isPending={isBusy} onPress={() => void sensor.choose()}>
                {t('sensor.choose')}
              </Button>
            )
          )}
          {isConnected || phase === 'connecting' ? (
            <Button variant="secondary" onPress={sensor.forget}>
              {t('sensor.other')}
            </Button>
          ) : (
            <Button variant="secondary" onPress={onDone}>
              {t('sensor.without')}
            </Button>
          )}
        </>
      }
    >
      <SensorStatus />
    </Screen>
  );
}

function Instruction({ planned }: { readonly planned: PlannedMeasurement }): ReactNode {
  const { t } = useTranslation('study');
  const { condition, instruction } = planned;
  return instruction ?? (isKnownCondition(condition) ? t(`instruction.${condition}`) : condition);
}

interface PauseProps {
  readonly planned: PlannedMeasurement;
  readonly title: string;
  readonly onDone: () => void;
}

function PauseStep({ planned, title, onDone }: PauseProps): ReactNode {
  const { t } = useTranslation('study');
  const [untilMs] = useState(() => performance.now() + 1000 * planned.pauseS);
  const left = useSecondsLeft(() => untilMs - performance.now());
  return (
    <Screen
      key="pause"
      title={title}
      lead={<Instruction planned={planned} />}
      actions={
        <Button variant={left === 0 ? 'primary' : 'secondary'} onPress={onDone}>
          {left === 0 ? t('next') : t('pause.skip')}
        </Button>
      }
    >
      {left > 0 && (
        <p className={styles['countdown']} role="timer">
          {t('pause.left', { seconds: left })}
        </p>
      )}
      <p className={styles['countdown']} role="status">
        {left === 0 && t('pause.over')}
      </p>
      <SensorStatus />
    </Screen>
  );
}

/** Why filming ended early, unless the person ended it. */
function FilmingProblem(): ReactNode {
  const { t } = useTranslation('measurement');
  const failure = useSnapshot(({ context }) => context.failure);
  const isTold = failure !== null && failure !== 'CANCELED' && failure !== 'SNR_QUALITY';
  return (
    <Message tone="error">
      {isTold && t(`failures.${FAILURES[failure].messageKey}.message`)}
    </Message>
  );
}

/** The camera's picture with the most helpful advice. */
function FilmStep({ planned, title }: Omit<PauseProps, 'onDone'>): ReactNode {
  const { t } = useTranslation('study');
  const { t: measure } = useTranslation('measurement');
  const phase = usePhase();
  const guidance = useSnapshot(guidanceOf);
  const advice = useSnapshot(adviceOf);
  const isFinishing = useStudyState((state) => state.isFinishing);
  const isOver = phase === 'done' || phase === 'cancelled' || phase === 'failed';
  const said = isFinishing || isOver ? '' : measure(`guidance.${guidance}`, { count: 0, of: 0 });
  return (
    <Screen
      key="film"
      title={title}
      lead={<Instruction planned={planned} />}
      // A measurement counts once it is filmed to its end.
      actions={!isFinishing && phase !== 'analysing' && <Actions />}
    >
      <div className={styles['stage']}>
        <CameraView isBlind />
      </div>
      <p role="status" className={styles['guidance']}>
        {isFinishing
          ? t('finishing')
          : phase === 'analysing'
            ? t('analysing')
            : advice === null
              ? said
              : measure(`guidance.reason.${advice}`)}
      </p>
      {isOver && !isFinishing && <FilmingProblem />}
      <SensorStatus />
      <Unsaved />
    </Screen>
  );
}

/** The outcome of the last measurement. */
function AfterStep(): ReactNode {
  const { t } = useTranslation('study');
  const study = useStudy();
  const last = useStudyState((state) => state.last);
  if (last === null) return null;
  const counts = last === 'answered' || last === 'refused';
  return (
    <Screen
      key="after"
      title={t(`ended.${last}.title`)}
      lead={t(`ended.${last === 'cancelled' ? 'failed' : last}.text`)}
      actions={
        <>
          <Button onPress={study.proceed}>{counts ? t('next') : t('ended.repeat')}</Button>
          {!counts && (
            <Button variant="secondary" onPress={study.skip}>
              {t('ended.leaveOut')}
            </Button>
          )}
        </>
      }
    >
      <FilmingProblem />
      <SensorStatus />
      <Unsaved />
    </Screen>
  );
}

function DoneStep({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation('study');
  const study = useStudy();
  return (
    <Screen
      key="done"
      title={t('done.title')}
      lead={t('done.text')}
      actions={
        <>
          <Button onPress={() => study.exportSession(id)}>{t('export')}</Button>
          <Button variant="secondary" onPress={() => study.openSession(null)}>
            {t('done.home')}
          </Button>
        </>
      }
    >
      <Unsaved />
    </Screen>
  );
}

/** A session, from the sensor to the last measurement. */
export function SessionView(): ReactNode {
  const { t } = useTranslation('study');
  const study = useStudy();
  const session = useOpenSession();
  const skipped = useStudyState((state) => state.skipped);
  const last = useStudyState((state) => state.last);
  const isFinishing = useStudyState((state) => state.isFinishing);
  const [hasSensor, setHasSensor] = useState(false);
  /** Position in the plan whose pause is over. */
  const [rested, setRested] = useState(-1);
  /** The position being filmed, until it has ended: the plan advances as soon as the measurement is stored. */
  const [filmed, setFilmed] = useState<number | null>(null);
  if (session === null) return null;
  const { head } = session;
  if (!hasSensor) return <SensorStep onDone={() => setHasSensor(true)} />;
  const { next } = progressOf(session, skipped);
  const at = isFinishing && filmed !== null ? filmed : next;
  const planned = head.plan[at];
  if (last !== null) {
    return (
      <FilmingContext value={study.filming}>
        <AfterStep />
      </FilmingContext>
    );
  }
  if (planned === undefined) return <DoneStep id={head.id} />;
  const title = t('step', { number: at + 1, of: head.plan.length });
  if (rested < at && planned.pauseS > 0) {
    return (
      <PauseStep
        key={at}
        planned={planned}
        title={title}
        onDone={() => {
          setRested(at);
          setFilmed(at);
        }}
      />
    );
  }
  if (filmed !== at && !isFinishing) setFilmed(at);
  return (
    <FilmingContext value={study.filming}>
      <FilmStep planned={planned} title={title} />
    </FilmingContext>
  );
}
