// SPDX-License-Identifier: Apache-2.0
import type {
  MeasurementConfiguration,
  MeasurementControls,
} from '@perfuse/contract/configuration/measurement';
import { ALL_CONSTRAINTS, type Constraints, type MeasurementSettings } from '@perfuse/flow';
import type { Edition } from '../../../config/build.ts';
import { safeImageUrl } from '../../../platform/browser/safe-image-url.ts';
import type { Facing } from '../../../platform/camera/constraints.ts';

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
  /** Address of a picture above the measurement, on desktops; null: none. */
  readonly headerImage: string | null;
}

type Controls = {
  readonly [K in keyof MeasurementControls]-?: NonNullable<MeasurementControls[K]>;
};

/** The specification's section 9: constraints on for both, shape and fill differ. */
const CONTROLS: Readonly<Record<Edition, Controls>> = {
  consumer: {
    distance: { enabled: true },
    direction: { enabled: true },
    movement: { enabled: true },
    useOvalShape: true,
    fillOuterShape: true,
    outerFillColor: 'white',
  },
  enterprise: {
    distance: { enabled: true },
    direction: { enabled: true },
    movement: { enabled: true },
    useOvalShape: false,
    fillOuterShape: false,
    outerFillColor: 'white',
  },
};

const constraintsOf = (controls: Controls): Constraints => ({
  ...ALL_CONSTRAINTS,
  distance: controls.distance.enabled,
  direction: controls.direction.enabled,
  movement: controls.movement.enabled,
});

const controlsOf = (usual: Controls, given: MeasurementControls): Controls => ({
  distance: given.distance ?? usual.distance,
  direction: given.direction ?? usual.direction,
  movement: given.movement ?? usual.movement,
  useOvalShape: given.useOvalShape ?? usual.useOvalShape,
  fillOuterShape: given.fillOuterShape ?? usual.fillOuterShape,
  outerFillColor: given.outerFillColor ?? usual.outerFillColor,
});

/** What an organisation's configuration says, and the edition's defaults where it says nothing. */
export function settingsOf(
  edition: Edition,
  configuration: MeasurementConfiguration,
): ScreenSettings {
  const controls = controlsOf(CONTROLS[edition], configuration.measurementControls ?? {});
  return {
    measurement: {
      constraints: constraintsOf(controls),
      autoStart: configuration.measurementAutoStart ?? false,
    },
    guide: {
      shape: controls.useOvalShape ? 'oval' : 'circle',
      outerFill: controls.fillOuterShape ? controls.outerFillColor : null,
    },
    defaultPhoneCamera: configuration.defaultMobileCamera === 'rear' ? 'environment' : 'user',
    cameraAutoStart: configuration.cameraAutoStart ?? false,
    headerImage: safeImageUrl(configuration.measurementHeaderImage),
  };
}
