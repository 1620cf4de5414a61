// SPDX-License-Identifier: Apache-2.0
import type { MeasurementControls } from '@perfuse/contract/configuration/measurement';
import type { LaunchSettings } from '@perfuse/contract/launch/configuration';
import {
  DEFAULT_CHECK_UP,
  type CheckUpLevels,
  type Constraints,
  type MeasurementSettings,
} from '@perfuse/flow';
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
  /** On phones only. */
  readonly cameraAutoStart: boolean;
  /** Address of a picture above the measurement, on desktops; null: none. */
  readonly headerImage: string | null;
}

type Given = Omit<MeasurementControls, 'checkUp'>;
type Controls = { readonly [K in keyof Given]-?: NonNullable<Given[K]> };

/** The specification's section 9: constraints are on for both; shape and fill differ. */
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

const constraintsOf = ({ distance, direction }: Controls): Constraints => ({
  distance: distance.enabled,
  direction: direction.enabled,
});

const checkUpOf = (
  { movement }: Controls,
  given: MeasurementControls['checkUp'] = {},
): CheckUpLevels => ({
  brightness: given.brightness ?? DEFAULT_CHECK_UP.brightness,
  backLight: given.backLight ?? DEFAULT_CHECK_UP.backLight,
  evenness: given.evenness ?? DEFAULT_CHECK_UP.evenness,
  sharpness: given.sharpness ?? DEFAULT_CHECK_UP.sharpness,
  frameRate: given.frameRate ?? DEFAULT_CHECK_UP.frameRate,
  // The specification's own setting applies unless a more exact one is given.
  movement: given.movement ?? (movement.enabled ? 'block' : 'off'),
});

const controlsOf = (usual: Controls, given: MeasurementControls): Controls => ({
  distance: given.distance ?? usual.distance,
  direction: given.direction ?? usual.direction,
  movement: given.movement ?? usual.movement,
  useOvalShape: given.useOvalShape ?? usual.useOvalShape,
  fillOuterShape: given.fillOuterShape ?? usual.fillOuterShape,
  outerFillColor: given.outerFillColor ?? usual.outerFillColor,
});

/** The settings of an organisation's configuration, with the edition's defaults for what it omits. */
export function settingsOf(
  edition: Edition,
  configuration: Partial<LaunchSettings>,
): ScreenSettings {
  const { measurementControls = {} } = configuration;
  const controls = controlsOf(CONTROLS[edition], measurementControls);
  return {
    measurement: {
      constraints: constraintsOf(controls),
      checkUp: checkUpOf(controls, measurementControls.checkUp),
      autoStart: configuration.measurementAutoStart ?? false,
    },
    guide: {
      shape: controls.useOvalShape ? 'oval' : 'circle',
      outerFill: controls.fillOuterShape ? controls.outerFillColor : null,
    },
    defaultPhoneCamera: configuration.defaultMobileCamera === 'rear' ? 'environment' : 'user',
    cameraAutoStart: configuration.cameraAutoStart ?? false,
    headerImage: safeImageUrl(configuration.branding?.measurementHeaderImage),
  };
}
