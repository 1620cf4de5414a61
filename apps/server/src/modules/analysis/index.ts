// SPDX-License-Identifier: Apache-2.0
/** What other modules may use of this one. */
export { createAnalysis } from './analysis.ts';
export { registerCors } from './cors.ts';
export { STUDY_TEMPLATE, catalogueEndpoints } from './endpoints/catalogue.ts';
export { inSeconds } from './endpoints/in-seconds.ts';
export { toListed, toMeasurement } from './endpoints/measurement-view.ts';
export { foundOf, toFilter } from './endpoints/measurements.ts';
export { notSupported } from './endpoints/not-supported.ts';
export { assertUnchanged, toOrganisation } from './endpoints/organisation-view.ts';
export { toListedProfile, toProfile, toProfileFilter } from './endpoints/profiles.ts';
export { sortOf } from './endpoints/sorting.ts';
export { codeOf, lifetimesOf } from './endpoints/users.ts';
export type { SocketTimes } from './socket/socket-server.ts';
