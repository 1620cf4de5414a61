// SPDX-License-Identifier: Apache-2.0
import { phaseOf, type MeasurementSnapshot, type Phase } from '@perfuse/flow';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { CameraState } from '../../../platform/camera/camera.ts';
import type { Measurement, ScreenLight } from './measurement.ts';

export const MeasurementContext = createContext<Measurement | null>(null);

export function useMeasurement(): Measurement {
  const measurement = useContext(MeasurementContext);
  if (measurement === null) throw new Error('useMeasurement needs MeasurementContext above it.');
  return measurement;
}

/** Reads the state, and renders again when what `select` picks changes. It must pick a stable value. */
export function useSnapshot<T>(select: (snapshot: MeasurementSnapshot) => T): T {
  const { actor } = useMeasurement();
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = actor.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
    [actor],
  );
  return useSyncExternalStore(subscribe, () => select(actor.getSnapshot()));
}

export const usePhase = (): Phase => useSnapshot(phaseOf);

const RUNNING: readonly Phase[] = ['measuring', 'analysing', 'done'];

/** From filming until the results are drawn: this screen keeps its last picture until then. */
export const useIsRunning = (): boolean =>
  useSnapshot((snapshot) => RUNNING.includes(phaseOf(snapshot)));

export const useScreenLight = (): ScreenLight => useStore(useMeasurement().screenLight);

export function useCamera<T>(select: (state: CameraState) => T): T {
  return useStore(useMeasurement().camera.store, select);
}
