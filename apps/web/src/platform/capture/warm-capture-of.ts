// SPDX-License-Identifier: Apache-2.0
import { createCapture } from '@perfuse/capture';
import { memoizePerOwner } from '../browser/memoize-per-owner.ts';
import { createWarmCapture } from './warm-capture.ts';

/** The page's only warm capture; its owner lives as long as the page. */
export const warmCaptureOf = memoizePerOwner(() => createWarmCapture(createCapture));
