// SPDX-License-Identifier: Apache-2.0
/** What other modules may import from this one. */
export { LaunchError } from './launch-error.ts';
export { launchOf } from './launch-secrets.ts';
export type { LaunchRef } from './tables.ts';
export type { LaunchRepository } from './launch-repository.ts';
export { resumableVisitSchema, type LaunchService, type ResumableVisit } from './launch-service.ts';
export { createLaunches, type Launches } from './launch.ts';
