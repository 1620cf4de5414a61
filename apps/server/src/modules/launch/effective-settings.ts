// SPDX-License-Identifier: Apache-2.0
import type { ConfigurationSettings } from '@perfuse/contract/account/configuration';
import type { LaunchSettings } from '@perfuse/contract/launch/configuration';
import type { ProfileOverrides } from '@perfuse/contract/launch/overrides';
import type { IntegratorProfileErrors } from '@perfuse/contract/launch/profile';
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';

/** Defaults where a configuration says nothing: how people sign in, and whether demographics are requested. */
export type OnboardingDefaults = Omit<LaunchSettings['onboarding'], 'allowSignup'>;

export interface EffectiveSettings {
  readonly settings: LaunchSettings;
  /** Null: the organisation's. */
  readonly logo: string | null;
  /** From the profile; null: that of the configuration. */
  readonly resultsApiUrl: string | null;
  readonly eventsUrl: string | null;
}

type Controls = NonNullable<ConfigurationSettings['measurementControls']>;

/** Later controls take precedence, each aspect of the check-up by itself. */
function mergedControls(first: Controls = {}, later: Controls = {}): Controls {
  const checkUp = { ...first.checkUp, ...later.checkUp };
  return { ...first, ...later, ...(Object.keys(checkUp).length > 0 && { checkUp }) };
}

/** The overrides under the names of the configuration; those outside `settings` take precedence. */
function named(overrides: ProfileOverrides): Partial<ConfigurationSettings> {
  const { settings = {}, customHostname, logoUrl, ...same } = overrides;
  return {
    ...settings,
    ...same,
    branding: { ...settings.branding, ...same.branding },
    measurementControls: mergedControls(settings.measurementControls, same.measurementControls),
    ...(customHostname !== undefined && { customApiHostname: customHostname }),
    ...(logoUrl !== undefined && { logo: logoUrl }),
  };
}

const originOf = (address: string | undefined): string | null =>
  address === undefined || address.startsWith('data:') ? null : new URL(address).origin;

/** Origins that a page of the configuration may load a stylesheet and pictures from. */
export function brandingOrigins(settings: ConfigurationSettings): ReadonlySet<string> {
  const { branding = {}, logo, brandingOrigins: further = [] } = settings;
  const named = [branding.customCSSURL, branding.measurementHeaderImage, logo].map(originOf);
  return new Set([...named.filter((origin) => origin !== null), ...further]);
}

/** The fields of a profile that the configuration does not allow. */
function forbidden(
  settings: ConfigurationSettings,
  requested: Partial<ConfigurationSettings>,
): IntegratorProfileErrors {
  const origins = brandingOrigins(settings);
  const isForeign = (address: string | undefined): boolean => {
    const origin = originOf(address);
    return origin !== null && !origins.has(origin);
  };
  const hosts = [settings.customApiHostname, ...(settings.apiHostnames ?? [])];
  const { customApiHostname: host, branding = {}, logo } = requested;
  const refusals: Readonly<Record<string, boolean>> = {
    customHostname: host !== undefined && !hosts.includes(host),
    'branding.customCSSURL': isForeign(branding.customCSSURL),
    'branding.measurementHeaderImage': isForeign(branding.measurementHeaderImage),
    logoUrl: isForeign(logo),
    // What a device computes does not pass through the service.
    resultsCallbackApiUrl:
      settings.analysis === 'device' && requested.resultsCallbackApiUrl !== undefined,
  };
  return Object.fromEntries(
    Object.entries(refusals)
      .filter(([, isRefused]) => isRefused)
      .map(([field]) => [field, 'INVALID_PROFILE_STRUCTURE' as const]),
  );
}

/**
 * The configuration with the overrides of a profile. Pure.
 * @returns the settings of the visit; or each field that names a host or an origin which the configuration does not.
 */
export function effectiveSettings(
  configuration: ConfigurationSettings,
  overrides: ProfileOverrides,
  defaults: OnboardingDefaults,
): Outcome<EffectiveSettings, IntegratorProfileErrors> {
  const requested = named(overrides);
  const errors = forbidden(configuration, requested);
  if (Object.keys(errors).length > 0) return refused(errors);
  const merged: ConfigurationSettings = {
    ...configuration,
    ...requested,
    branding: { ...configuration.branding, ...requested.branding },
    measurementControls: mergedControls(
      configuration.measurementControls,
      requested.measurementControls,
    ),
    onboarding: { ...configuration.onboarding, ...requested.onboarding },
  };
  const { onboarding = {} } = merged;
  return accepted({
    settings: {
      resultPages: merged.resultPages,
      onboarding: {
        loginType: onboarding.loginType ?? defaults.loginType,
        allowSignup: onboarding.allowSignup ?? false,
        demographicsEntryMode: onboarding.demographicsEntryMode ?? defaults.demographicsEntryMode,
      },
      branding: merged.branding,
      language: merged.language,
      defaultMobileCamera: merged.defaultMobileCamera,
      cameraAutoStart: merged.cameraAutoStart,
      measurementAutoStart: merged.measurementAutoStart,
      hideHistograms: merged.hideHistograms,
      measurementControls: merged.measurementControls,
      unsupportedBrowsers: merged.unsupportedBrowsers,
      faceTracker: merged.faceTracker,
      analysis: merged.analysis,
      customApiHostname: merged.customApiHostname,
      encryptResults: merged.encryptResults ?? false,
      expireTokenAfterMeasurement: merged.expireTokenAfterMeasurement ?? false,
      debugMode: merged.debugMode ?? false,
      showLogs: merged.showLogs ?? false,
      embedOrigins: merged.embedOrigins ?? [],
      // An optional setting that is missing here would never reach the app.
    } satisfies Record<keyof LaunchSettings, unknown>,
    logo: merged.logo ?? null,
    resultsApiUrl: requested.resultsCallbackApiUrl ?? null,
    eventsUrl: requested.eventsWebhookEndpoint ?? null,
  });
}
