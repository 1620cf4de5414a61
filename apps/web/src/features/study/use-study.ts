// SPDX-License-Identifier: Apache-2.0
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { SensorState } from '../../platform/sensor/sensor.ts';
import type { KeptSession } from '../../platform/study-store/study-store.ts';
import { findSession } from './model/session.ts';
import type { StudyState } from './model/study-state.ts';
import type { Study } from './model/study.ts';

export const StudyContext = createContext<Study | null>(null);

export function useStudy(): Study {
  const study = useContext(StudyContext);
  if (study === null) throw new Error('useStudy needs StudyContext above it.');
  return study;
}

export function useStudyState<T>(select: (state: StudyState) => T): T {
  return useStore(useStudy().store, select);
}

export function useSensor<T>(select: (state: SensorState) => T): T {
  return useStore(useStudy().sensor.store, select);
}

/** The session that is open on the screen. */
export const useOpenSession = (): KeptSession | null =>
  useStudyState(({ sessions, open }) => findSession(sessions, open));
