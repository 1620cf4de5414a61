// SPDX-License-Identifier: Apache-2.0
/** What other modules may import from this one. */
export { LaunchError } from './launch-error.ts';
export { launchOf } from './launch-secrets.ts';
export type { ToldLaunch } from './tables.ts';
export type { LaunchRepository } from './launch-repository.ts';
export { visitToGoOnSchema, type LaunchService, type VisitToGoOn } from './launch-service.ts';
export { createLaunches, type Launches } from './launch.ts';
