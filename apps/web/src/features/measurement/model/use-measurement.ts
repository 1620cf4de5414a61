// SPDX-License-Identifier: Apache-2.0
import { phaseOf, type MeasurementSnapshot, type Phase } from '@perfuse/flow';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { CameraState } from '../../../platform/camera/camera.ts';
import type { Filming, ScreenLight } from './filming.ts';
import type { Measurement } from './measurement.ts';

export const MeasurementContext = createContext<Measurement | null>(null);

/** Filming outside the measurement: that of a study. */
export const FilmingContext = createContext<Filming | null>(null);

/** The filming of this screen. */
export function useFilming(): Filming {
  const filming = useContext(FilmingContext);
  const measurement = useContext(MeasurementContext);
  const found = filming ?? measurement;
  if (found === null) throw new Error('useFilming needs something that films above it.');
  return found;
}

export function useMeasurement(): Measurement {
  const measurement = useContext(MeasurementContext);
  if (measurement === null) throw new Error('useMeasurement needs MeasurementContext above it.');
  return measurement;
}

/** Reads the state, and re-renders when the value that `select` picks changes. It must pick a stable value. */
export function useSnapshot<T>(select: (snapshot: MeasurementSnapshot) => T): T {
  const { actor } = useFilming();
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

/** From filming until the results are rendered: this screen keeps its last picture until then. */
export const useIsRunning = (): boolean =>
  useSnapshot((snapshot) => RUNNING.includes(phaseOf(snapshot)));

const AT_REST: readonly Phase[] = ['idle', 'cancelled', 'failed'];

/** Before the camera starts, and after a measurement that ended without results. */
export const useIsAtRest = (): boolean =>
  useSnapshot((snapshot) => AT_REST.includes(phaseOf(snapshot)));

export const useScreenLight = (): ScreenLight => useStore(useFilming().screenLight);

export function useCamera<T>(select: (state: CameraState) => T): T {
  return useStore(useFilming().camera.store, select);
}
