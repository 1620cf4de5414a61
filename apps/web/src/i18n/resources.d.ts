// SPDX-License-Identifier: Apache-2.0
/** Makes every key of the English texts a type, so that a wrong one does not compile. */
import 'i18next';
import type access from '@perfuse/locales/en/access.json';
import type camera from '@perfuse/locales/en/camera.json';
import type cameraConsent from '@perfuse/locales/en/camera-consent.json';
import type common from '@perfuse/locales/en/common.json';
import type consent from '@perfuse/locales/en/consent.json';
import type debugConsole from '@perfuse/locales/en/debug-console.json';
import type evidence from '@perfuse/locales/en/evidence.json';
import type exportTexts from '@perfuse/locales/en/export.json';
import type handoff from '@perfuse/locales/en/handoff.json';
import type history from '@perfuse/locales/en/history.json';
import type launch from '@perfuse/locales/en/launch.json';
import type legal from '@perfuse/locales/en/legal.json';
import type login from '@perfuse/locales/en/login.json';
import type measurement from '@perfuse/locales/en/measurement.json';
import type metricInfo from '@perfuse/locales/en/metric-info.json';
import type myProfile from '@perfuse/locales/en/my-profile.json';
import type permission from '@perfuse/locales/en/permission.json';
import type preload from '@perfuse/locales/en/preload.json';
import type profile from '@perfuse/locales/en/profile.json';
import type reasons from '@perfuse/locales/en/reasons.json';
import type reset from '@perfuse/locales/en/reset.json';
import type secondFactor from '@perfuse/locales/en/second-factor.json';
import type service from '@perfuse/locales/en/service.json';
import type session from '@perfuse/locales/en/session.json';
import type study from '@perfuse/locales/en/study.json';
import type results from '@perfuse/locales/en/results.json';

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
      study: typeof study;
    };
  }
}
