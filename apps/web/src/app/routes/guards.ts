// SPDX-License-Identifier: Apache-2.0
import { PATHS, type Path } from '../../routes/paths.ts';

/** The flags that decide which screen may show. */
export interface FlowFlags {
  readonly requiresAuthentication: boolean;
  readonly signedIn: boolean;
  readonly preloadCompleted: boolean;
  /** Camera consent. */
  readonly termsAccepted: boolean;
  readonly consentCompleted: boolean;
  readonly profileCompleted: boolean;
  /** The organisation leaves the profile form out. */
  readonly demographicsSkipped: boolean;
  /** Nobody is measured, but a computer-generated face. */
  readonly isSample: boolean;
  readonly hasResult: boolean;
  /** An integrator launched the app and gets the results: it has asked everything but the capture files itself. */
  readonly isCallbackMode: boolean;
  /** Measurements are analysed here, and what is kept of them is kept here too: of whoever has no link of their own. */
  readonly isKeptHere: boolean;
}

/** The steps in order: the first one that is not done is where a person goes on. */
const STEPS: readonly { readonly path: Path; readonly done: (flags: FlowFlags) => boolean }[] = [
  { path: PATHS.login, done: (flags) => !flags.requiresAuthentication || flags.signedIn },
  { path: PATHS.preload, done: (flags) => flags.preloadCompleted },
  { path: PATHS.cameraConsent, done: (flags) => flags.termsAccepted },
  { path: PATHS.consent, done: (flags) => flags.consentCompleted },
];

/** Where the entry leads: the first step not done, and with all consents given the profile. */
export function entryTarget(flags: FlowFlags): Path {
  return STEPS.find((step) => !step.done(flags))?.path ?? PATHS.profile;
}

type Guard = (flags: FlowFlags) => Path | null;

/** A step shows when all before it are done; otherwise the person goes on where they are. */
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

/** In callback mode an organisation has asked everything itself, unless its configuration says to ask the person. */
const isAsked = (flags: FlowFlags): boolean =>
  !flags.profileCompleted && !flags.demographicsSkipped;

const needsSignIn = (flags: FlowFlags): boolean => flags.requiresAuthentication && !flags.signedIn;

const GUARDS: Readonly<Record<Path, Guard>> = {
  [PATHS.entry]: entryTarget,
  // Also where signing in is optional: signed in, people keep their history.
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
  // Consent can be read and withdrawn without loading the capture files first, and an account deleted without a consent.
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

/** Where to go instead of `path`, or null when its screen may show. */
export function redirectFrom(path: Path, flags: FlowFlags): Path | null {
  return GUARDS[path](flags);
}
