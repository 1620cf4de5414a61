// SPDX-License-Identifier: Apache-2.0
/** Small line icons, drawn for this app; always beside a word, so hidden from readers. */
import type { ReactNode } from 'react';

function Icon({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

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
