// SPDX-License-Identifier: Apache-2.0
import type { LaunchFacts } from '../../launch/launch.ts';
import { isCallbackMode, type Visit } from '../../launch/visit.ts';

/** What start-up found out, with what the configuration of the link changes about it. */
export function launchedFacts(facts: LaunchFacts, visit: Visit): LaunchFacts {
  const { launched } = visit;
  if (launched === null) return facts;
  const { settings, profile, orgIdentifier } = launched;
  const { onboarding, faceTracker, customApiHostname, showLogs } = settings;
  return {
    analysisHost: customApiHostname ?? facts.analysisHost,
    // Who comes with an integrator's profile has signed in there.
    requiresAuthentication:
      facts.requiresAuthentication && profile === null && !isCallbackMode(visit),
    signIn: {
      loginType: onboarding.loginType,
      allowSignup: onboarding.allowSignup,
      orgIdentifier,
    },
    settings: {
      ...facts.settings,
      ...(faceTracker !== undefined && { faceTracker }),
      showLogs: showLogs || facts.settings.showLogs === true,
    },
  };
}
