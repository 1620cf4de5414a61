// SPDX-License-Identifier: Apache-2.0
import { MEASUREMENT } from '@perfuse/contract/limits';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { recordingFault } from '../../../platform/camera/recording.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import styles from './CameraChooser.module.css';
import {
  useCamera,
  useIsRunning,
  useMeasurement,
  usePhase,
  useSnapshot,
} from '../model/use-measurement.ts';

type Fault = 'unreadable' | 'too-short';

/** A face in a video appears within this time, ms. */
const FACE_LIMIT_MS = 15_000;

/** Whether a recording has been playing for a while without any face. */
function useIsFaceless(isPlaying: boolean): boolean {
  const isWithout = useSnapshot(({ context }) => context.readiness.reason === 'no-face');
  const [isFaceless, setFaceless] = useState(false);
  useEffect(() => {
    if (!isPlaying || !isWithout) return;
    const timer = setTimeout(() => setFaceless(true), FACE_LIMIT_MS);
    return () => {
      clearTimeout(timer);
      setFaceless(false);
    };
  }, [isPlaying, isWithout]);
  return isFaceless;
}

/** A video file instead of the camera, for evaluation and demonstration; only where the operator allows it. */
export function CameraChooserRecording(): ReactNode {
  const { t } = useTranslation('camera');
  const { chooseRecording } = useMeasurement();
  const phase = usePhase();
  const playing = useCamera((camera) => camera.recording);
  const [check, setCheck] = useState<'none' | 'checking' | Fault>('none');
  const isChecking = check === 'checking';
  const fault = check === 'none' || isChecking ? null : check;
  const input = useRef<HTMLInputElement>(null);
  const faultId = useId();
  const running = useIsRunning();
  const choices = useRef(0);
  const busy = running || isChecking || phase === 'starting';
  const isFaceless = useIsFaceless(playing !== null && phase === 'preparing');

  useEffect(
    () => () => {
      choices.current += 1;
    },
    [],
  );

  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    // The fault of the previous file says nothing about this one.
    setCheck('checking');
    choices.current += 1;
    const mine = choices.current;
    const found = await recordingFault(file, MEASUREMENT.shortestRecordingS);
    // The screen was left, or another file was chosen in the meantime.
    if (mine !== choices.current) return;
    setCheck(found ?? 'none');
    if (found === null) chooseRecording(file);
  };

  return (
    <div className={styles['recording']}>
      <input
        ref={input}
        type="file"
        accept="video/*,.y4m"
        hidden
        aria-label={t('recording.choose')}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          // Lets the same file be chosen again.
          event.target.value = '';
        }}
      />
      {playing === null ? (
        <Button
          variant="quiet"
          isDisabled={busy}
          isPending={isChecking}
          {...(fault === null ? {} : { 'aria-describedby': faultId })}
          onPress={() => input.current?.click()}
        >
          {t('recording.choose')}
        </Button>
      ) : (
        <>
          <span className={styles['playing']}>{t('recording.playing', { name: playing })}</span>
          <Button variant="quiet" isDisabled={busy} onPress={() => chooseRecording(null)}>
            {t('recording.useCamera')}
          </Button>
        </>
      )}
      <p id={faultId} role="alert" className={styles['fault']}>
        {fault !== null
          ? t(`recording.fault.${fault}`, { seconds: MEASUREMENT.shortestRecordingS })
          : isFaceless && t('recording.fault.no-face')}
      </p>
    </div>
  );
}
