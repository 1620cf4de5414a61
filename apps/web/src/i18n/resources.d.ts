// SPDX-License-Identifier: Apache-2.0
/** Makes every key of the English texts a type, so that a wrong one does not compile. */
import 'i18next';
import type access from '../locales/en/access.json';
import type camera from '../locales/en/camera.json';
import type cameraConsent from '../locales/en/camera-consent.json';
import type common from '../locales/en/common.json';
import type consent from '../locales/en/consent.json';
import type debugConsole from '../locales/en/debug-console.json';
import type evidence from '../locales/en/evidence.json';
import type exportTexts from '../locales/en/export.json';
import type handoff from '../locales/en/handoff.json';
import type history from '../locales/en/history.json';
import type launch from '../locales/en/launch.json';
import type legal from '../locales/en/legal.json';
import type login from '../locales/en/login.json';
import type measurement from '../locales/en/measurement.json';
import type metricInfo from '../locales/en/metric-info.json';
import type myProfile from '../locales/en/my-profile.json';
import type permission from '../locales/en/permission.json';
import type preload from '../locales/en/preload.json';
import type profile from '../locales/en/profile.json';
import type reasons from '../locales/en/reasons.json';
import type reset from '../locales/en/reset.json';
import type secondFactor from '../locales/en/second-factor.json';
import type service from '../locales/en/service.json';
import type session from '../locales/en/session.json';
import type results from '../locales/en/results.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      common: typeof common;
      access: typeof access;
      camera: typeof camera;
      'camera-consent': typeof cameraConsent;
      consent: typeof consent;
      'debug-console': typeof debugConsole;
      evidence: typeof evidence;
      export: typeof exportTexts;
      launch: typeof launch;
      legal: typeof legal;
      handoff: typeof handoff;
      history: typeof history;
      'my-profile': typeof myProfile;
      measurement: typeof measurement;
      'metric-info': typeof metricInfo;
      permission: typeof permission;
      preload: typeof preload;
      profile: typeof profile;
      reasons: typeof reasons;
      login: typeof login;
      reset: typeof reset;
      'second-factor': typeof secondFactor;
      service: typeof service;
      session: typeof session;
      results: typeof results;
    };
  }
}
