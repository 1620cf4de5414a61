// SPDX-License-Identifier: Apache-2.0
/** Addresses of the screens, below the base path. */
export const PATHS = {
  entry: '/',
  preload: '/preload',
  cameraConsent: '/camera-consent',
  consent: '/consent',
  login: '/login',
  logout: '/logout',
  /** Target of the mailed reset link. */
  reset: '/reset',
  /** Target of the link mailed after a sign-up. */
  confirm: '/confirm',
  /** Target of the link with which a phone continues. */
  phone: '/phone',
  profile: '/profile',
  permission: '/permission',
  measurement: '/measurement',
  results: '/results',
  myProfile: '/my-profile',
  history: '/history',
  terms: '/terms',
  privacy: '/privacy',
  notFound: '/404',
} as const;
export type Path = (typeof PATHS)[keyof typeof PATHS];
