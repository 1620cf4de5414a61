// SPDX-License-Identifier: Apache-2.0
import { Checkbox } from '@perfuse/ui/form/Checkbox.tsx';
import type { ReactNode } from 'react';
import { useServices, useSession } from '../services/use-services.ts';

export interface DeviceChoiceProps {
  /** What the choice means on this screen. */
  readonly children: string;
  readonly isDisabled?: boolean;
}

/** The person's choice to be measured on this device, where the configuration leaves it to them. */
export function DeviceChoice({ children, isDisabled = false }: DeviceChoiceProps): ReactNode {
  const { session } = useServices();
  const prefers = useSession(({ prefersDevice }) => prefersDevice === true);
  return (
    <Checkbox
      isSelected={prefers}
      isDisabled={isDisabled}
      onChange={(isOn) => session.getState().preferDevice(isOn)}
    >
      {children}
    </Checkbox>
  );
}
