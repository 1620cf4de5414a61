// SPDX-License-Identifier: Apache-2.0
import { ALL_CONSTRAINTS, type MeasurementSettings } from '@perfuse/flow';
import type { Edition } from '../../app/build.ts';
import type { Facing } from '../../platform/camera/constraints.ts';

/** How the shape that guides the face is drawn. */
export interface GuideSettings {
  readonly shape: 'oval' | 'circle';
  /** A CSS colour for everything around the shape; null shows the picture there too. */
  readonly outerFill: string | null;
}

export interface ScreenSettings {
  readonly measurement: MeasurementSettings;
  readonly guide: GuideSettings;
  readonly defaultPhoneCamera: Facing;
  /** On phones. */
  readonly cameraAutoStart: boolean;
}

/** The specification's section 9; an organisation's configuration may say otherwise. */
export function defaultSettings(edition: Edition): ScreenSettings {
  return {
    measurement: { constraints: ALL_CONSTRAINTS, autoStart: false },
    guide:
      edition === 'consumer'
        ? { shape: 'oval', outerFill: 'white' }
        : { shape: 'circle', outerFill: null },
    defaultPhoneCamera: 'user',
    cameraAutoStart: false,
  };
}
