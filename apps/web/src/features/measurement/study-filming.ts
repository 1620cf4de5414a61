// SPDX-License-Identifier: Apache-2.0
/** What a study uses of the measurement to film: its camera, picture and guidance. */
export { CameraView } from './camera-view/CameraView.tsx';
export { Actions } from './controls/Actions.tsx';
export { adviceOf, guidanceOf } from './feedback/guidance.ts';
export { createFilming, type Filming } from './model/filming.ts';
export { settingsOf } from './model/settings.ts';
export { FilmingContext, usePhase, useSnapshot } from './model/use-measurement.ts';
