// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FaceOutline } from './FaceOutline.tsx';
import { GuideRing } from './GuideRing.tsx';
import { Announcements } from '../feedback/Announcements.tsx';
import { Heart } from '../feedback/Heart.tsx';
import styles from './CameraView.module.css';
import { GuidanceWarning } from './GuidanceWarning.tsx';
import { useCamera, usePhase, useSnapshot } from '../model/use-measurement.ts';

/** The camera's live picture. */
function LivePreview({ stream }: { readonly stream: MediaStream }): ReactNode {
  const { t } = useTranslation('measurement');
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.srcObject = stream;
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  return (
    <video
      ref={video}
      className={styles['video']}
      aria-label={t('picture')}
      autoPlay
      playsInline
      muted
    />
  );
}

export interface CameraViewProps {
  /** Hides the readings. */
  readonly isBlind?: boolean;
}

/** A silhouette where the face will be; after filming, the heart with the measured pulse. */
function Filler({ isBlind }: CameraViewProps): ReactNode {
  const phase = usePhase();
  const bpm = useSnapshot((snapshot) => snapshot.context.reading?.bpm ?? null);
  if (!isBlind && (phase === 'analysing' || phase === 'done')) {
    return (
      <div className={styles['filler']} data-kind="heart">
        <Heart bpm={bpm} />
      </div>
    );
  }
  return (
    <div className={styles['filler']}>
      <svg
        viewBox="0 0 300 400"
        className={styles['silhouette']}
        aria-hidden="true"
        focusable="false"
      >
        <path d="M150 78c-46 0-76 33-76 86 0 58 32 112 76 112s76-54 76-112c0-53-30-86-76-86z" />
        <path d="M112 268v26c0 22-52 26-78 52M188 268v26c0 22 52 26 78 52" />
      </svg>
    </div>
  );
}

/** The picture with the guide over it, and what screen readers are told instead. */
export function CameraView({ isBlind = false }: CameraViewProps): ReactNode {
  const stream = useCamera((camera) => camera.stream);
  const mirrored = useCamera((camera) => camera.mirrored);
  const isSample = useCamera((camera) => camera.isSample);
  const { t } = useTranslation('camera');
  const phase = usePhase();
  const framing = phase === 'preparing' || phase === 'ready';
  return (
    <div className={styles['stage']} data-part="stage" data-phase={phase}>
      <div className={styles['picture']} data-mirrored={mirrored}>
        {stream !== null && <LivePreview stream={stream} />}
        {framing && <FaceOutline />}
      </div>
      <GuideRing>{stream === null && <Filler isBlind={isBlind} />}</GuideRing>
      {isSample && (
        <p className={styles['sample']} aria-hidden="true">
          {t('sample.badge')}
        </p>
      )}
      <GuidanceWarning />
      <Announcements />
    </div>
  );
}
