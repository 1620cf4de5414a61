// SPDX-License-Identifier: Apache-2.0
import { useIsRunning, useMeasurement, useScreenLight } from '../model/use-measurement.ts';

/** The light cannot be switched while filming. */
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
