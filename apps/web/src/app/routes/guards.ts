// SPDX-License-Identifier: Apache-2.0
import { PATHS, type Path } from '../../routes/paths.ts';

/** The flags that decide which screen may be shown. */
export interface FlowFlags {
  readonly requiresAuthentication: boolean;
  readonly signedIn: boolean;
  readonly preloadCompleted: boolean;
  /** Camera consent. */
  readonly termsAccepted: boolean;
  readonly consentCompleted: boolean;
  readonly profileCompleted: boolean;
  /** The organisation skips the profile form. */
  readonly demographicsSkipped: boolean;
  /** A computer-generated face is measured instead of a person. */
  readonly isSample: boolean;
  readonly hasResult: boolean;
  /** An integrator launched the app and receives the results; it has covered every step except the capture files. */
  readonly isCallbackMode: boolean;
  /** Measurements are analysed and stored on this device; only for people without a link of their own. */
  readonly isKeptHere: boolean;
}

/** The steps in order: a person continues at the first one that is not done. */
const STEPS: readonly { readonly path: Path; readonly done: (flags: FlowFlags) => boolean }[] = [
  { path: PATHS.login, done: (flags) => !flags.requiresAuthentication || flags.signedIn },
  { path: PATHS.preload, done: (flags) => flags.preloadCompleted },
  { path: PATHS.cameraConsent, done: (flags) => flags.termsAccepted },
  { path: PATHS.consent, done: (flags) => flags.consentCompleted },
];

/** Target of the entry: the first step not done, or the profile once all consents are given. */
export function entryTarget(flags: FlowFlags): Path {
  return STEPS.find((step) => !step.done(flags))?.path ?? PATHS.profile;
}

type Guard = (flags: FlowFlags) => Path | null;

/** A step is shown when all steps before it are done; otherwise redirects to the first one that is not. */
const after =
  (path: Path): Guard =>
  (flags) => {
    const position = STEPS.findIndex((step) => step.path === path);
    const before = position < 0 ? STEPS : STEPS.slice(0, position);
    return before.find((step) => !step.done(flags))?.path ?? null;
  };

const open: Guard = () => null;

const needsFiles = (flags: FlowFlags): Path | null =>
  flags.preloadCompleted ? null : PATHS.preload;

/** In callback mode the organisation has asked everything itself, unless its configuration says to ask the person. */
const isAsked = (flags: FlowFlags): boolean =>
  !flags.profileCompleted && !flags.demographicsSkipped;

const needsSignIn = (flags: FlowFlags): boolean => flags.requiresAuthentication && !flags.signedIn;

const GUARDS: Readonly<Record<Path, Guard>> = {
  [PATHS.entry]: entryTarget,
  // Also where signing in is optional: an account keeps a person's history.
  [PATHS.login]: (flags) => (flags.signedIn ? PATHS.entry : null),
  [PATHS.logout]: open,
  [PATHS.reset]: open,
  [PATHS.confirm]: open,
  [PATHS.phone]: open,
  [PATHS.preload]: open,
  [PATHS.cameraConsent]: after(PATHS.cameraConsent),
  [PATHS.consent]: after(PATHS.consent),
  [PATHS.profile]: (flags) => {
    const missing = flags.isCallbackMode ? needsFiles(flags) : after(PATHS.profile)(flags);
    return missing ?? (flags.demographicsSkipped ? PATHS.measurement : null);
  },
  [PATHS.permission]: open,
  [PATHS.measurement]: (flags) => {
    if (flags.isSample && !needsSignIn(flags)) return needsFiles(flags);
    const missing = flags.isCallbackMode ? needsFiles(flags) : after(PATHS.measurement)(flags);
    return missing ?? (isAsked(flags) ? PATHS.profile : null);
  },
  // Results need no capture files: a reload shows them at once, and without a measurement the screen says so.
  [PATHS.results]: (flags) => (flags.hasResult || !needsSignIn(flags) ? null : PATHS.entry),
  // Consent can be read and withdrawn without loading the capture files first, and an account deleted without consent.
  [PATHS.myProfile]: (flags) =>
    needsSignIn(flags)
      ? PATHS.login
      : flags.consentCompleted || flags.signedIn
        ? null
        : PATHS.entry,
  [PATHS.history]: (flags) => (flags.signedIn || flags.isKeptHere ? null : PATHS.login),
  [PATHS.terms]: open,
  [PATHS.privacy]: open,
  [PATHS.notFound]: open,
};

/** Where to redirect from `path`, or null when its screen may be shown. */
export function redirectFrom(path: Path, flags: FlowFlags): Path | null {
  return GUARDS[path](flags);
}
