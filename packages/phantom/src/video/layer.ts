// SPDX-License-Identifier: Apache-2.0
import type { Rgb } from '../appearance.ts';
import type { Shape } from './shapes.ts';

/** One touch of paint, put over what is there already. */
export interface Layer {
  readonly shape: Shape;
  /** Share of the paint at full cover, 0..1. Default 1. */
  readonly opacity?: number;
  /** A colour to paint, or what to multiply the colours below by. */
  readonly paint: { readonly colour: Rgb } | { readonly gain: number };
  /** Share of the pulse that still shows through: 1 on skin (the default), 0 where there is no living skin. */
  readonly pulse?: number;
  /** Features turn with the head; what lies on the outline does not. Default 'feature'. */
  readonly turns?: 'feature' | 'outline';
  /** Rows it can touch, pixels from the face's centre; a hint that saves work. */
  readonly rows?: readonly [number, number];
}
