// SPDX-License-Identifier: Apache-2.0
import type { VisageFiles } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { TrackerRefused } from '../tracker-refused.ts';
import { isVisageSdk, type VisageSdk } from './sdk.ts';

/** The name of the default configuration in the documentation. */
export const CONFIGURATION = 'Head Tracker.cfg';

const SCRIPT = 'visageSDK.js';
/** Time limit for the start of the runtime, ms: the vendor's files are some 30 MB. */
const START_LIMIT_MS = 120_000;

/** Emscripten's function that adds a file to the module's file system; available once its script has run. */
type PreloadFile = (
  parent: string,
  name: string,
  url: string,
  canRead: boolean,
  canWrite: boolean,
  onLoad: () => void,
  onError: () => void,
) => void;

const isPreloadFile = (value: unknown): value is PreloadFile => typeof value === 'function';

/** The part of a classic worker's scope that is used. */
export interface ClassicScope {
  importScripts(url: string): void;
  VisageModule?: unknown;
  alert?: (message: unknown) => void;
}

/**
 * Loads the vendor's script with its wasm, data, configuration and licence, and waits for its runtime to start.
 * @param onComplaint receives what the vendor would show the person in an alert, such as licence errors.
 * @throws TrackerRefused when a file is missing or the runtime does not start.
 */
export async function loadVisage(
  { baseUrl, licence }: VisageFiles,
  scope: ClassicScope,
  onComplaint: (message: string) => void,
): Promise<VisageSdk> {
  return await new Promise((resolve, reject) => {
    const refuse = (reason: 'missing' | 'unlicensed', message: string): void => {
      clearTimeout(timer);
      reject(new TrackerRefused(reason, message));
    };
    const timer = setTimeout(
      () => refuse('missing', 'The visage tracker did not start in time.'),
      START_LIMIT_MS,
    );
    scope.alert = (message) => onComplaint(String(message));
    const module: Record<string, unknown> = {
      locateFile: (name: string) => baseUrl + name,
      onAbort: (what: unknown) => refuse('missing', `The visage tracker stopped: ${String(what)}`),
      preRun: [
        () => {
          const preload = module['FS_createPreloadedFile'];
          if (!isPreloadFile(preload)) {
            refuse('missing', 'The visage script has no file system.');
            return;
          }
          const bring = (name: string, reason: 'missing' | 'unlicensed'): void =>
            preload('/', name, baseUrl + encodeURIComponent(name), true, false, noop, () =>
              refuse(reason, `The visage file ${name} could not be loaded.`),
            );
          bring(CONFIGURATION, 'missing');
          bring(licence, 'unlicensed');
        },
      ],
      onRuntimeInitialized: () => {
        clearTimeout(timer);
        if (isVisageSdk(module)) resolve(module);
        else refuse('missing', 'The visage script lacks a part that its documentation names.');
      },
    };
    scope.VisageModule = module;
    try {
      scope.importScripts(baseUrl + SCRIPT);
      // Releases built as a factory replace the settings by a function that takes them.
      const made: unknown = scope.VisageModule;
      if (typeof made === 'function') Reflect.apply(made, scope, [module]);
    } catch (error) {
      refuse('missing', `The visage script could not be loaded: ${errorText(error)}`);
    }
  });
}

const noop = (): void => undefined;
