// SPDX-License-Identifier: Apache-2.0
import type { LaunchFacts } from '../launch/launch.ts';

/** A set-up that an operator may choose. */
export const FACTS: LaunchFacts = {
  analysisHost: 'localhost/analysis',
  requiresAuthentication: false,
  signIn: { loginType: 'password', allowSignup: true, orgIdentifier: 'demo' },
  settings: {
    stores: {
      apple: 'https://apps.apple.com/app/id0000000000',
      google: 'https://play.google.com/store/apps/details?id=org.example',
    },
  },
};
