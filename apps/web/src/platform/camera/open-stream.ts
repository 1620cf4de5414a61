// SPDX-License-Identifier: Apache-2.0
import { watchCameraPermission } from './permission.ts';

/** A camera that is permitted but does not answer is requested once more after this, ms. */
export const ASK_AGAIN_MS = 10_000;
/** The request fails after this, ms: slow cameras take some seconds. */
export const GIVE_UP_MS = 30_000;

export type OpeningDevices = Pick<MediaDevices, 'getUserMedia'>;

export function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/**
 * Opens a stream. Waits without limit only while the person is asked: a browser that has the permission and does not
 * answer is asked once more, then the call fails. A stream that arrives too late is stopped.
 * @throws DOMException the browser's rejection, or `TimeoutError` when it did not answer.
 */
export function openStream(
  devices: OpeningDevices,
  permissions: Pick<Permissions, 'query'> | undefined,
  constraints: MediaStreamConstraints,
): Promise<MediaStream> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const end = (settle: () => void): void => {
      if (over.signal.aborted) return;
      over.abort();
      settle();
    };
    const after = (ms: number, work: () => void): void => {
      const timer = setTimeout(work, ms);
      over.signal.addEventListener('abort', () => clearTimeout(timer));
    };
    const ask = (): void => {
      const opening = devices.getUserMedia(constraints);
      const settle = (): void => end(() => resolve(opening));
      opening.then((stream) => {
        if (over.signal.aborted) stopStream(stream);
        else settle();
      }, settle);
    };
    let isCounting = false;
    const count = (permission: string): void => {
      if (permission !== 'granted' || isCounting || over.signal.aborted) return;
      isCounting = true;
      after(ASK_AGAIN_MS, ask);
      const late = new DOMException('The camera does not answer.', 'TimeoutError');
      after(GIVE_UP_MS, () => end(() => reject(late)));
    };
    ask();
    void watchCameraPermission(permissions, count).then((watch) => {
      if (over.signal.aborted) watch.end();
      else {
        over.signal.addEventListener('abort', watch.end);
        count(watch.state);
      }
    });
  });
}
