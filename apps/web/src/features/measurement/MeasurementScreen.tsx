// SPDX-License-Identifier: Apache-2.0
import { MEASUREMENT } from '@perfuse/contract/limits';
import { phaseOf } from '@perfuse/flow';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { stepBeforeCamera } from '../../routes/before-camera.ts';
import { PATHS, type Path } from '../../routes/paths.ts';
import { useAnalysisPlace } from '../../services/analysis-place.ts';
import { useLaunchFacts, useServices, useSession } from '../../services/use-services.ts';
import { Banner } from '@perfuse/ui/feedback/Banner.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { BusyScreenContext } from '../../components/screen/header-context.ts';
import { Header } from '../../components/screen/Header.tsx';
import { useScreenHeading } from '../../components/screen/use-screen-heading.ts';
import { ContinueOnPhone } from '../handoff/ContinueOnPhone.tsx';
import { WatchSample } from '../sample/WatchSample.tsx';
import { Actions } from './controls/Actions.tsx';
import { CameraChooser } from './controls/CameraChooser.tsx';
import { FailureDialog } from './feedback/FailureDialog.tsx';
import { adviceOf, guidanceOf } from './feedback/guidance.ts';
import { HeaderImage } from './feedback/HeaderImage.tsx';
import { Disclaimer, InvestigationalLabel } from './feedback/InvestigationalUse.tsx';
import { HelpDialog } from './controls/HelpDialog.tsx';
import { measurementOf } from './model/measurement.ts';
import styles from './MeasurementScreen.module.css';
import { OnDevice } from './controls/OnDevice.tsx';
import { PhoneBar } from './controls/PhoneBar.tsx';
import { SampleNote } from './controls/SampleNote.tsx';
import { ScreenLightSwitch } from './controls/ScreenLightSwitch.tsx';
import { Readouts } from './feedback/Readouts.tsx';
import { CameraView } from './camera-view/CameraView.tsx';
import { DeliveryDialog } from './feedback/DeliveryDialog.tsx';
import {
  MeasurementContext,
  useIsAtRest,
  useIsRunning,
  useMeasurement,
  usePhase,
  useScreenLight,
  useSnapshot,
} from './model/use-measurement.ts';

/** The camera is slow: other programs may be using up the processor. Desktops only. */
function SlowCameraBanner(): ReactNode {
  const { t } = useTranslation('measurement');
  const slow = useSnapshot(({ context: { frameRate } }) => {
    const rate = frameRate?.framesPerS ?? 0;
    // The measured rate of a camera at exactly the limit varies slightly around it.
    return rate > 0 && Math.round(rate) <= MEASUREMENT.lowFrameRate;
  });
  return slow ? (
    <div className={styles['desktop']}>
      <Banner>{t('slowCamera')}</Banner>
    </div>
  ) : null;
}

/** The one change that would improve the picture. */
function Advice(): ReactNode {
  const { t } = useTranslation('measurement');
  const advice = useSnapshot(adviceOf);
  return (
    <p className={styles['advice']} role="status">
      {advice === null ? '' : t(`guidance.reason.${advice}`)}
    </p>
  );
}

/** The headline and the one sentence that helps most. */
function Headline(): ReactNode {
  const { t } = useTranslation('measurement');
  const phase = usePhase();
  const { camera } = useMeasurement();
  const told = useSnapshot(guidanceOf);
  // A video needs no permission.
  const guidance = told === 'allow' && camera.plays() !== null ? 'loading' : told;
  const analysed = useSnapshot(({ context }) =>
    Math.min(context.answered.length, MEASUREMENT.progressChunks),
  );
  const running = useIsRunning();
  const headline = phase === 'measuring' ? t('measuring') : running ? t('analysing') : t('start');
  const heading = useScreenHeading(headline);
  const before = useRef(phase);
  useEffect(() => {
    if (before.current === phase) return;
    before.current = phase;
    // If the pressed button is gone, the focus moves to the headline.
    const isLost = document.activeElement === document.body;
    if (phase === 'measuring' || isLost) heading.current?.focus({ preventScroll: true });
  }, [phase, heading]);
  return (
    <div className={styles['words']}>
      <h1 ref={heading} tabIndex={-1} className={styles['headline']} data-part="title">
        {headline}
      </h1>
      <p className={styles['guidance']} role="status">
        {t(`guidance.${guidance}`, { count: analysed, of: MEASUREMENT.progressChunks })}
      </p>
      <Advice />
      <ScreenLightSwitch />
    </div>
  );
}

/** To the previous step; in callback mode to the integrator, who has done that step. */
function BackLink(): ReactNode {
  const { t } = useTranslation('measurement');
  const { callback, cancelToCallback: giveUp } = useMeasurement();
  const before = useSession(stepBeforeCamera);
  if (callback.isOn()) {
    return (
      <div className={styles['back']}>
        <Button variant="quiet" onPress={giveUp}>
          <span aria-hidden="true">←</span> {t('back')}
        </Button>
      </div>
    );
  }
  return (
    <Link className={styles['back']} to={before}>
      <span aria-hidden="true">←</span> {t('back')}
    </Link>
  );
}

/** Everything except the picture. */
function Panel({ onHelp }: { readonly onHelp: () => void }): ReactNode {
  const { t } = useTranslation('measurement');
  const running = useIsRunning();
  const isAtRest = useIsAtRest();
  const isSample = useSession((session) => session.isSample);
  return (
    <section className={styles['panel']} data-part="panel">
      <BackLink />
      <Headline />
      {running && <Readouts />}
      <Actions />
      {isSample ? <SampleNote /> : <OnDevice />}
      <div className={styles['extras']}>
        {!isSample && <CameraChooser />}
        <Button variant="quiet" onPress={onHelp}>
          {t('help.open')}
        </Button>
        {isAtRest && !isSample && (
          <>
            <WatchSample />
            <ContinueOnPhone />
          </>
        )}
      </div>
    </section>
  );
}

/** The screen of the measurement in the context. */
export function MeasurementView(): ReactNode {
  const phase = usePhase();
  const running = useIsRunning();
  const navigate = useNavigate();
  const { callback } = useMeasurement();
  const [helpOpen, setHelpOpen] = useState(false);
  const { isOn: isLit } = useScreenLight();
  useEffect(() => {
    if (!isLit) return;
    const { dataset } = document.documentElement;
    dataset['light'] = 'on';
    return () => {
      delete dataset['light'];
    };
  }, [isLit]);
  useEffect(() => {
    if (phase !== 'done' || callback.isOn()) return;
    // Not in the task that read the last result: on a slow computer both together cause a noticeable pause.
    const timer = setTimeout(() => void navigate(PATHS.results));
    return () => clearTimeout(timer);
  }, [phase, navigate, callback]);
  return (
    <div className={styles['screen']}>
      <InvestigationalLabel />
      <SlowCameraBanner />
      <div className={styles['desktop']}>
        <BusyScreenContext value={running}>
          <Header />
        </BusyScreenContext>
        <HeaderImage />
      </div>
      <PhoneBar onHelp={() => setHelpOpen(true)} />
      <main className={styles['main']}>
        <CameraView />
        <Panel onHelp={() => setHelpOpen(true)} />
      </main>
      <Disclaimer />
      <HelpDialog isOpen={helpOpen} onClose={() => setHelpOpen(false)} />
      <FailureDialog />
      <DeliveryDialog />
    </div>
  );
}

export interface MeasurementScreenProps {
  /** Fetches the code and the texts of a following screen. */
  readonly prefetch: (path: Path, isWhole?: boolean) => Promise<void>;
}

/** The product's main screen: film, follow the progress, wait for the result. */
export function MeasurementScreen({ prefetch }: MeasurementScreenProps): ReactNode {
  const services = useServices();
  const { analysisHost } = useLaunchFacts();
  const measurement = measurementOf(services, analysisHost);
  useEffect(() => measurement.enter(), [measurement]);
  const { isOnDevice } = useAnalysisPlace();
  useEffect(() => {
    // Nothing can be fetched later if there is no network.
    if (isOnDevice) void prefetch(PATHS.results, true);
  }, [isOnDevice, prefetch]);
  useEffect(() => {
    const subscription = measurement.actor.subscribe((snapshot) => {
      if (phaseOf(snapshot) !== 'analysing' || measurement.callback.isOn()) return;
      subscription.unsubscribe();
      void prefetch(PATHS.results);
    });
    return () => subscription.unsubscribe();
  }, [measurement, prefetch]);
  return (
    <MeasurementContext value={measurement}>
      <MeasurementView />
    </MeasurementContext>
  );
}
