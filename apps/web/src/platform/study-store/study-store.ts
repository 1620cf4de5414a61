// SPDX-License-Identifier: Apache-2.0
/**
 * Sessions of a validation study, stored in this browser only. Each measurement is written as it proceeds, so that a
 * reload loses none.
 */
import {
  studyMeasurementSchema,
  studySessionSchema,
  type StudyMeasurement,
  type StudySession,
} from '@perfuse/contract/study/session-file';
import { z } from '@perfuse/contract/schema';
import { allowed, resultOf, databaseOf } from '../browser/database.ts';

const DATABASE = 'perfuse-study';
const SESSIONS = 'sessions';
const MEASUREMENTS = 'measurements';

/** A session without its measurements. */
export type SessionHead = Omit<StudySession, 'measurements'>;

const headSchema = z.object({ head: z.omit(studySessionSchema, { measurements: true }) });

const keptSchema = z.object({
  session: z.string(),
  at: z.int(),
  measurement: studyMeasurementSchema,
});

export interface KeptSession {
  readonly head: SessionHead;
  /** By place; a measurement that could not be stored is missing. */
  readonly measurements: ReadonlyMap<number, StudyMeasurement>;
}

/** All reject where the browser denies access or has no space: `QuotaExceededError`. */
export interface StudyStore {
  /** Newest first. */
  readonly all: () => Promise<readonly KeptSession[]>;
  readonly putSession: (head: SessionHead) => Promise<void>;
  /** @param at place among the session's measurements; an existing one is replaced. */
  readonly putMeasurement: (
    session: string,
    at: number,
    measurement: StudyMeasurement,
  ) => Promise<void>;
  readonly erase: (session: string) => Promise<void>;
}

export function createStudyStore(databases: IDBFactory | undefined): StudyStore {
  const within = databaseOf(
    databases,
    {
      name: DATABASE,
      create: (database) => {
        database.createObjectStore(SESSIONS, { keyPath: 'head.id' });
        database.createObjectStore(MEASUREMENTS, { keyPath: ['session', 'at'] });
      },
    },
    [SESSIONS, MEASUREMENTS],
  );
  return {
    all: async () => {
      const [sessions, measurements] = await within<[unknown, unknown]>('readonly', (stores) =>
        Promise.all([resultOf(stores.sessions.getAll()), resultOf(stores.measurements.getAll())]),
      );
      const all = z.array(keptSchema).parse(measurements);
      return z
        .array(headSchema)
        .parse(sessions)
        .map(({ head }) => ({
          head,
          measurements: new Map(
            all
              .filter(({ session }) => session === head.id)
              .map(({ at, measurement }) => [at, measurement]),
          ),
        }))
        .sort((one, other) => other.head.startedMs - one.head.startedMs);
    },
    putSession: async (head) => {
      await within('readwrite', ({ sessions }) => resultOf(sessions.put({ head })));
    },
    putMeasurement: async (session, at, measurement) => {
      await within('readwrite', (stores) =>
        resultOf(stores.measurements.put({ session, at, measurement })),
      );
    },
    erase: async (session) => {
      await within('readwrite', async ({ sessions, measurements }) => {
        await resultOf(sessions.delete(session));
        await resultOf(measurements.delete(IDBKeyRange.bound([session, 0], [session, Infinity])));
      });
    },
  };
}

let page: StudyStore | null = null;

/** This browser's study store. */
export const studyStore = (): StudyStore =>
  (page ??= createStudyStore(allowed(() => window.indexedDB)));
