// SPDX-License-Identifier: Apache-2.0
/**
 * Writes recorded data. A failed write is retried with the next one: a later success does not mean that it was stored.
 */
import { LOG } from '../../../platform/log/log.ts';
import type { StudyStore } from '../../../platform/study-store/study-store.ts';

interface Write {
  readonly session: string;
  readonly work: () => Promise<void>;
}

/** No method rejects. */
export interface StudyWriter extends Pick<StudyStore, 'putSession' | 'putMeasurement'> {
  /** @returns whether all of it has been deleted. */
  readonly erase: (session: string) => Promise<boolean>;
}

/** @param onWritten called after each write: whether anything is still in this page only. */
export function createStudyWriter(
  store: Omit<StudyStore, 'all'>,
  onWritten: (isUnsaved: boolean) => void,
): StudyWriter {
  /** A session is keyed by its id, and precedes its measurements. */
  const waiting = new Map<string, Write>();
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn;
    return turn;
  };
  const succeeds = (work: Promise<void>): Promise<boolean> =>
    work.then(
      () => true,
      (cause: unknown) => {
        LOG.add('error', ['The study could not be kept:', String(cause)]);
        return false;
      },
    );
  const isStored = async (key: string, write: Write): Promise<boolean> => {
    // Measurements of a session that is not stored could be neither found nor deleted.
    if (key !== write.session && waiting.has(write.session)) return false;
    if (!(await succeeds(write.work()))) return false;
    if (waiting.get(key) === write) waiting.delete(key);
    return true;
  };
  const writeAll = async (): Promise<void> => {
    let isUnsaved = false;
    for (const [key, write] of waiting) {
      if (!(await isStored(key, write))) isUnsaved = true;
    }
    onWritten(isUnsaved);
  };
  const put = (key: string, write: Write): Promise<void> => {
    waiting.set(key, write);
    return inTurn(writeAll);
  };
  return {
    putSession: (head) => put(head.id, { session: head.id, work: () => store.putSession(head) }),
    putMeasurement: (session, at, measurement) =>
      put(`${session} ${String(at)}`, {
        session,
        work: () => store.putMeasurement(session, at, measurement),
      }),
    erase: (session) =>
      inTurn(async () => {
        if (!(await succeeds(store.erase(session)))) return false;
        for (const [key, write] of waiting) if (write.session === session) waiting.delete(key);
        // The deletion may have freed space.
        await writeAll();
        return true;
      }),
  };
}
