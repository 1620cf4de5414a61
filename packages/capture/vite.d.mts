// SPDX-License-Identifier: Apache-2.0
import type { Plugin } from 'vite';

/**
 * Finds the model files of the tracker inside their npm package (`perfuse-models/…`), keeps wasm out of data: addresses,
 * which a strict connect-src refuses, and builds workers as modules.
 */
export function captureAssetsPlugin(): Plugin;
