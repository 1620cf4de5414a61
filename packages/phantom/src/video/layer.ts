// SPDX-License-Identifier: Apache-2.0
import type { Rgb } from '../appearance.ts';
import type { Shape } from './shapes.ts';

/** One layer of paint, applied over the layers before it. */
export interface Layer {
  readonly shape: Shape;
  /** Share of the paint at full cover, 0..1. Default 1. */
  readonly opacity?: number;
  /** A colour to paint, or a factor for the colours below. */
  readonly paint: { readonly colour: Rgb } | { readonly gain: number };
  /** Share of the pulse that still shows through: 1 on skin (the default), 0 where there is no living skin. */
  readonly pulse?: number;
  /** Features turn with the head; parts of the outline do not. Default 'feature'. */
  readonly turns?: 'feature' | 'outline';
  /** Rows it can touch, pixels from the face's centre; an optimisation hint. */
  readonly rows?: readonly [number, number];
}
