// SPDX-License-Identifier: Apache-2.0
/** What other modules may use of this one. */
export { ANALYSIS_PATH, appPlugin } from './app-endpoints.ts';
export { openLearnedEstimator } from './learned-estimator.ts';
export { presentBuilds, type WebBuild } from './web-builds.ts';
export { registerServiceNotFound } from './not-found.ts';
export { registerWeb } from './web.ts';
