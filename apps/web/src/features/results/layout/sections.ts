// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import {
  BodyIcon,
  CalmIcon,
  DropIcon,
  FlaskIcon,
  HeartIcon,
  RingIcon,
  RiskIcon,
  WaveIcon,
} from '@perfuse/ui/graphics/icons.tsx';
import type { SectionId } from '../../../metrics/metrics.ts';

/** The icon of each section on tabs and headings. */
export const SECTION_ICONS: Readonly<Record<SectionId, () => ReactNode>> = {
  'vitals-breathing': HeartIcon,
  physiological: WaveIcon,
  mental: CalmIcon,
  physical: BodyIcon,
  'cvd-hrattack-stroke': RiskIcon,
  metabolic: FlaskIcon,
  bloodbiomarkers: DropIcon,
  overall: RingIcon,
};
