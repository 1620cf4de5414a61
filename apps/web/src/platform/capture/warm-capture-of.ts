// SPDX-License-Identifier: Apache-2.0
import { createCapture } from '@perfuse/capture';
import { onePer } from '../browser/one-per.ts';
import { createWarmCapture } from './warm-capture.ts';

/** The page's only warm capture; its owner lives as long as the page. */
export const warmCaptureOf = onePer(() => createWarmCapture(createCapture));
