// SPDX-License-Identifier: Apache-2.0
/** Labels and descriptions of the settings. A setting without a label is shown by its path. */
import type { RESULT_PAGES } from '@perfuse/contract/account/configuration';

interface SettingTexts {
  readonly label: string;
  readonly hint?: string;
}

const CHECK_UP = 'Default: the person is shown what to change, but can still start.';
const CONSTRAINT = 'The measurement starts only when this is met.';

const SETTING_TEXTS: Readonly<Record<string, SettingTexts>> = {
  'branding.pageTitle': { label: 'Page title', hint: 'Shown in the browser tab.' },
  'branding.customCSSURL': {
    label: 'Stylesheet',
    hint: "An https address, loaded after the product's own styles. See the theming reference.",
  },
  'branding.measurementHeaderImage': {
    label: 'Header picture',
    hint: 'Above the measurement, on desktops.',
  },
  logo: { label: 'Logo', hint: "Replaces the organisation's logo." },
  language: { label: 'Language', hint: "Default: the browser's language." },
  resultPages: { label: 'Results to show', hint: 'If none are ticked, all are shown.' },
  hideHistograms: { label: 'Hide dials and bars', hint: 'Shows only numbers and words.' },
  'onboarding.loginType': { label: 'Sign-in', hint: "Default: the organisation's setting." },
  'onboarding.allowSignup': {
    label: 'People may create accounts',
    hint: "Default: not through this configuration's link.",
  },
  'onboarding.demographicsEntryMode': {
    label: 'Profile',
    hint: 'Whether people are asked for their age, height and so on. Default: yes, except where an integrator receives the results.',
  },
  defaultMobileCamera: { label: 'Camera on phones' },
  cameraAutoStart: { label: 'Start the camera automatically' },
  measurementAutoStart: { label: 'Start the measurement automatically' },
  'measurementControls.distance.enabled': { label: 'Right distance', hint: CONSTRAINT },
  'measurementControls.direction.enabled': { label: 'Facing the camera', hint: CONSTRAINT },
  'measurementControls.movement.enabled': { label: 'Keeping still', hint: CONSTRAINT },
  'measurementControls.checkUp.brightness': {
    label: 'Check-up: brightness',
    hint: `Of the picture, not of the skin. ${CHECK_UP}`,
  },
  'measurementControls.checkUp.backLight': { label: 'Check-up: light from behind', hint: CHECK_UP },
  'measurementControls.checkUp.evenness': {
    label: 'Check-up: light from both sides',
    hint: CHECK_UP,
  },
  'measurementControls.checkUp.sharpness': { label: 'Check-up: sharpness', hint: CHECK_UP },
  'measurementControls.checkUp.frameRate': {
    label: 'Check-up: frame rate',
    hint: CHECK_UP,
  },
  'measurementControls.checkUp.movement': {
    label: 'Check-up: movement',
    hint: 'Replaces "Keeping still". Default: blocks if that is on, otherwise not checked.',
  },
  'measurementControls.useOvalShape': { label: 'Oval guide instead of a circle' },
  'measurementControls.fillOuterShape': { label: 'Fill the area around the guide' },
  'measurementControls.outerFillColor': {
    label: 'Colour around the guide',
    hint: 'Such as white or #f4f1ec.',
  },
  unsupportedBrowsers: {
    label: 'Unsupported browsers',
    hint: "If none are ticked, the product's own list applies.",
  },
  faceTracker: { label: 'Face tracker' },
  analysis: {
    label: 'Where measurements are analysed',
    hint: "By the service, on the person's own device with nothing sent, or as the person chooses. Default: by the service.",
  },
  customApiHostname: {
    label: 'Analysis service',
    hint: 'host[:port][/path], used instead of this server.',
  },
  apiHostnames: {
    label: 'Additional analysis services',
    hint: 'Hosts that a signed profile may choose, one per line.',
  },
  brandingOrigins: {
    label: 'Additional branding origins',
    hint: 'Origins that a signed profile may take a stylesheet and pictures from, one per line.',
  },
  embedOrigins: {
    label: 'Sites that may embed the app',
    hint: 'Origins such as https://portal.example, one per line.',
  },
  launchProfile: {
    label: 'Launch profiles',
    hint: 'Accept only profiles signed with a launch key, or also plain (unsigned) ones, which anyone can write.',
  },
  callbackOrigins: {
    label: 'Origins of the results callback',
    hint: 'Origins that a launch may send people back to, such as https://portal.example, one per line.',
  },
  resultsCallbackApiUrl: {
    label: 'Results API',
    hint: 'An https address that results are posted to before people are sent back.',
  },
  encryptResults: {
    label: 'Encrypt results',
    hint: "With the organisation's results key, which must exist.",
  },
  expireTokenAfterMeasurement: { label: "Expire the visit's tokens after the measurement" },
  eventsWebhookEndpoint: {
    label: 'Event webhook',
    hint: 'An https address that the events of each session are sent to, signed.',
  },
  debugMode: { label: 'Verbose logging in the browser console' },
  showLogs: { label: 'Show log lines to the user' },
};

const OPTIONS: Readonly<Record<string, string> & Record<(typeof RESULT_PAGES)[number], string>> = {
  'vitals-breathing': 'Vital signs',
  physiological: 'Heart and circulation',
  mental: 'Stress',
  physical: 'Body',
  'cvd-hrattack-stroke': 'General risks',
  metabolic: 'Metabolic risks',
  bloodbiomarkers: 'Blood biomarkers',
  overall: 'Overall wellness',
  password: 'Email and password',
  phone: 'Phone number and a code',
  profileForm: 'Ask',
  noDemographics: 'Do not ask',
  front: 'Front',
  rear: 'Rear',
  off: 'Not checked',
  warn: 'Show what to change',
  block: 'Start only when met',
  service: 'By the service',
  device: 'On the device, nothing is sent',
  choice: 'As the person chooses',
  signed: 'Signed only',
  plain: 'Signed or plain',
  chromium: 'Chrome, Edge and other Chromium browsers',
  safari: 'Safari',
  firefox: 'Firefox',
};

export const settingLabel = (path: string): string => SETTING_TEXTS[path]?.label ?? path;
export const settingHint = (path: string): string | undefined => SETTING_TEXTS[path]?.hint;
/** Language codes and the like are their own labels. */
export const optionLabel = (option: string): string => OPTIONS[option] ?? option;

/** Titles of the form's sections and their settings: a path, or the group that contains it. */
export const SETTING_SECTIONS: readonly {
  readonly title: string;
  readonly of: readonly string[];
}[] = [
  { title: 'Branding', of: ['branding', 'logo', 'language'] },
  { title: 'Results', of: ['resultPages', 'hideHistograms'] },
  { title: 'People', of: ['onboarding'] },
  {
    title: 'Measurement',
    of: [
      'defaultMobileCamera',
      'cameraAutoStart',
      'measurementAutoStart',
      'measurementControls',
      'unsupportedBrowsers',
      'analysis',
      'faceTracker',
    ],
  },
  {
    title: 'Integration',
    of: [
      'launchProfile',
      'callbackOrigins',
      'resultsCallbackApiUrl',
      'encryptResults',
      'expireTokenAfterMeasurement',
      'eventsWebhookEndpoint',
      'embedOrigins',
    ],
  },
];
/** Section of settings that no other section names. */
export const OTHER_SECTION = 'Other settings';
