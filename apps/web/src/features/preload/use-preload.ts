// SPDX-License-Identifier: Apache-2.0
import { captureAssets, type TrackerRefusal } from '@perfuse/capture';
import { whenIdle } from '@perfuse/ui/loading/when-idle.ts';
import { useCallback, useEffect, useState } from 'react';
import { EDITION } from '../../config/build.ts';
import { useLaunchFacts, useServices } from '../../services/use-services.ts';
import { visitServicesOf } from '../../services/visit-services.ts';
import { trackerChoiceOf, type TrackerChoice } from '../../platform/capture/tracker-choice.ts';
import { LOG } from '../../platform/log/log.ts';
import { warmCaptureOf } from '../../platform/capture/warm-capture-of.ts';
import { download, type DownloadOptions } from './download.ts';
import { openFileCache } from './file-cache.ts';
import { useTrackerRefusal } from './use-tracker-refusal.ts';

/** `offline`: failed while the browser has no network at all. */
export type PreloadPhase = 'loading' | 'failed' | 'offline' | 'done';

export interface Preload {
  readonly phase: PreloadPhase;
  readonly percent: number;
  readonly retry: () => void;
}

const urlsOf = ({ tracker, visage }: TrackerChoice): readonly string[] =>
  captureAssets(tracker, visage).map(({ url }) => url);

type Waiting = Pick<DownloadOptions, 'signal' | 'onPercent'>;

/** Downloads what the tracker needs. @returns the usable tracker: mediapipe if visage's files are missing. */
async function fetchFiles(choice: TrackerChoice, waiting: Waiting): Promise<TrackerChoice> {
  const storage = 'caches' in window ? window.caches : undefined;
  const cache = await openFileCache(storage, `perfuse-files-${EDITION}`);
  try {
    await download(urlsOf(choice), { ...waiting, cache });
    return choice;
  } catch (error) {
    const mediapipe = trackerChoiceOf({ learned: choice.learned });
    const isOurs = choice.tracker === 'mediapipe' || waiting.signal.aborted || !navigator.onLine;
    if (isOurs) throw error;
    await download(urlsOf(mediapipe), { ...waiting, cache });
    return mediapipe;
  }
}

/**
 * Downloads the capture files while the screen is shown, and warms the tracker up with them so that the measurement
 * starts at once. Retries automatically when the network comes back.
 */
export function usePreload(): Preload {
  const services = useServices();
  const { settings } = useLaunchFacts();
  const tellRefusal = useTrackerRefusal();
  const [attempt, setAttempt] = useState(0);
  const [phase, setPhase] = useState<PreloadPhase>('loading');
  const [percent, setPercent] = useState(0);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const wanted = trackerChoiceOf(settings);
    const { events } = visitServicesOf(services);
    const refused = (reason: TrackerRefusal): void => {
      events.tell('GENERAL_ERROR', { part: 'tracker', tracker: wanted.tracker, reason });
      tellRefusal(reason);
    };
    const run = async (): Promise<void> => {
      const usable = await fetchFiles(wanted, { signal, onPercent: setPercent });
      if (usable.tracker !== wanted.tracker) refused('missing');
      LOG.add('info', ['Files of the tracker', usable.tracker, 'are there.']);
      const capture = warmCaptureOf(services);
      capture.choose(usable);
      let beganMs = 0;
      const warm = async () => {
        // After the next screen is rendered: the tracker starts in its workers, but a phone has few processors for them
        // all.
        await whenIdle();
        beganMs = performance.now();
        return capture.warm();
      };
      // Continues in its workers while the person reads; a failure is reported when the tracker is used.
      warm().then(
        (prepared) => {
          if (prepared === null) return;
          const tookMs = Math.round(performance.now() - beganMs);
          LOG.add('info', [`Tracker ${prepared.tracker} ready after ${String(tookMs)} ms.`]);
          const { learned, refusal } = prepared;
          if (learned !== null) {
            LOG.add('info', ['Learned estimator:', learned === '' ? 'ready' : learned]);
          }
          if (refusal === null) return;
          LOG.add('warn', [
            `Tracker ${wanted.tracker} refused, ${refusal.reason}:`,
            refusal.message,
          ]);
          refused(refusal.reason);
        },
        (error: unknown) => LOG.add('error', ['The tracker did not start:', error]),
      );
      setPhase('done');
    };
    run().catch((error: unknown) => {
      if (signal.aborted) return;
      LOG.add('error', ['Preload failed:', error]);
      events.tell('GENERAL_ERROR', { part: 'preload' });
      setPhase(navigator.onLine ? 'failed' : 'offline');
    });
    return () => leaving.abort();
  }, [attempt, services, settings, tellRefusal]);

  const retry = useCallback(() => {
    setPercent(0);
    setPhase('loading');
    setAttempt((earlier) => earlier + 1);
  }, []);

  useEffect(() => {
    if (phase !== 'offline') return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [phase, retry]);

  return { phase, percent, retry };
}
