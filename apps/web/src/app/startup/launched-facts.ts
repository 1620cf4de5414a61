// SPDX-License-Identifier: Apache-2.0
import type { LaunchFacts } from '../../launch/launch.ts';
import { isCallbackMode, type Visit } from '../../launch/visit.ts';

/** The facts of start-up, with what the configuration of the link changes about them. */
export function launchedFacts(facts: LaunchFacts, visit: Visit): LaunchFacts {
  const { launched } = visit;
  if (launched === null) return facts;
  const { settings, profile, orgIdentifier } = launched;
  const { onboarding, faceTracker, customApiHostname, showLogs } = settings;
  return {
    analysisHost: customApiHostname ?? facts.analysisHost,
    // A person with an integrator's profile has signed in there.
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
