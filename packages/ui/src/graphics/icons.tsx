// SPDX-License-Identifier: Apache-2.0
/** Line icons, drawn for this app. */
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

export const CameraIcon = (): ReactNode => (
  <Icon>
    <rect x="3" y="6.5" width="18" height="13" rx="3.5" />
    <path d="M8.5 6.5 10 4h4l1.5 2.5" />
    <circle cx="12" cy="13" r="3.4" />
  </Icon>
);

export const ShieldIcon = (): ReactNode => (
  <Icon>
    <path d="M12 3.2 19 6v5.5c0 4.4-2.9 7.7-7 9.3-4.1-1.6-7-4.9-7-9.3V6z" />
    <path d="m9 12 2.2 2.2L15.2 10" />
  </Icon>
);

export const InfoIcon = (): ReactNode => (
  <Icon>
    <circle cx="12" cy="12" r="8.8" />
    <path d="M12 11.2v5M12 7.8v.1" />
  </Icon>
);

export const LightIcon = (): ReactNode => (
  <Icon>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />
  </Icon>
);

export const GlassesIcon = (): ReactNode => (
  <Icon>
    <circle cx="6.8" cy="14" r="3.6" />
    <circle cx="17.2" cy="14" r="3.6" />
    <path d="M10.4 13.5a2 2 0 0 1 3.2 0M3.4 13l1.8-5.5M20.6 13l-1.8-5.5" />
  </Icon>
);

export const StillIcon = (): ReactNode => (
  <Icon>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5c.6-4 3.7-6 7.5-6s6.9 2 7.5 6" />
  </Icon>
);

export const HeartIcon = (): ReactNode => (
  <Icon>
    <path d="M12 20S4 15.200 4 9.300A4.300 4.300 0 0 1 12 7a4.300 4.300 0 0 1 8 2.300C20 15.200 12 20 12 20z" />
  </Icon>
);

export const WaveIcon = (): ReactNode => (
  <Icon>
    <path d="M2.500 12.500h4L9 6l4.500 12L16 12.500h5.500" />
  </Icon>
);

export const CalmIcon = (): ReactNode => (
  <Icon>
    <circle cx="12" cy="12" r="8.800" />
    <path d="M8.500 10v.1M15.500 10v.1M8.500 14.500c1.800 1.900 5.200 1.900 7 0" />
  </Icon>
);

export const BodyIcon = (): ReactNode => (
  <Icon>
    <circle cx="12" cy="5" r="2.300" />
    <path d="M5.500 9.500c4 1.300 9 1.300 13 0M9.500 10.500V21M14.500 10.500V21M9.500 15.500h5" />
  </Icon>
);

export const RiskIcon = (): ReactNode => (
  <Icon>
    <path d="M12 4 21 19.500H3z" />
    <path d="M12 10v4.200M12 16.900v.1" />
  </Icon>
);

export const FlaskIcon = (): ReactNode => (
  <Icon>
    <path d="M9.500 3.500h5M10.500 3.500v6L5 18.500a1.600 1.600 0 0 0 1.400 2.400h11.200a1.600 1.600 0 0 0 1.400-2.400l-5.500-9v-6M7.800 15h8.400" />
  </Icon>
);

export const DropIcon = (): ReactNode => (
  <Icon>
    <path d="M12 3.500c4 4.700 6.200 8 6.200 11a6.200 6.200 0 0 1-12.400 0c0-3 2.200-6.300 6.200-11z" />
  </Icon>
);

export const RingIcon = (): ReactNode => (
  <Icon>
    <path d="M12 3.500a8.500 8.500 0 1 1-8 5.700" />
    <path d="m8.700 12.300 2.300 2.300 4.500-4.800" />
  </Icon>
);
