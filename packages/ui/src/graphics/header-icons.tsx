// SPDX-License-Identifier: Apache-2.0
/** Line icons of the header, which are part of the first view. */
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

export const GlobeIcon = (): ReactNode => (
  <Icon>
    <circle cx="12" cy="12" r="8.8" />
    <path d="M3.2 12h17.6M12 3.2c2.6 2.4 3.9 5.3 3.9 8.8s-1.3 6.4-3.9 8.8c-2.6-2.4-3.9-5.3-3.9-8.8s1.3-6.4 3.9-8.8z" />
  </Icon>
);

export const EnterIcon = (): ReactNode => (
  <Icon>
    <path d="M13 4h4.5A2.5 2.5 0 0 1 20 6.5v11a2.5 2.5 0 0 1-2.5 2.5H13M4 12h11M11 8l4 4-4 4" />
  </Icon>
);

export const LeaveIcon = (): ReactNode => (
  <Icon>
    <path d="M11 4H6.5A2.5 2.5 0 0 0 4 6.5v11A2.5 2.5 0 0 0 6.5 20H11M10 12h10M16 8l4 4-4 4" />
  </Icon>
);

export const PersonIcon = (): ReactNode => (
  <Icon>
    <circle cx="12" cy="12" r="8.800" />
    <circle cx="12" cy="9.800" r="2.800" />
    <path d="M6.500 18.500c1-2.700 3-4 5.500-4s4.500 1.300 5.500 4" />
  </Icon>
);
