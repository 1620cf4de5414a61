// SPDX-License-Identifier: Apache-2.0
import { useIsRunning, useMeasurement, useScreenLight } from '../model/use-measurement.ts';

/** While filming the light stays as it is. */
export function useScreenLightSwitch() {
  const { screenLight } = useMeasurement();
  const { isOn, isOffered } = useScreenLight();
  const isRunning = useIsRunning();
  return {
    isShown: isOffered && !isRunning,
    isOn,
    toggle: () => screenLight.setState({ isOn: !isOn }),
  };
}
