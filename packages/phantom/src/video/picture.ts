// SPDX-License-Identifier: Apache-2.0
/** Paints the static picture of the person. */
import { SKIN_TONES, type Rgb, type SkinTone } from '../appearance.ts';
import { seededRandom } from '../random.ts';
import { featureLayers } from './features.ts';
import { bustLayers, hairLayers, halfWidthAt, headOutline, shadeAt, shirtLayer } from './head.ts';
import type { Layer } from './layer.ts';
import { boxBlur } from './blur.ts';

/** `face`: everything. `oval`: a shaded ellipse alone. `blank`: a head with hair but no features. `none`: nobody. */
export const FACES = ['face', 'blank', 'oval', 'none'] as const;
export type Face = (typeof FACES)[number];

export interface PictureOptions {
  readonly width: number;
  readonly height: number;
  readonly face: Face;
  readonly skinTone: SkinTone;
  /** Replaces the tone. */
  readonly complexion?: { readonly skin: Rgb } | null;
  /** Degrees; positive turns to the person's left, the picture's right. */
  readonly yaw: number;
  /** Degrees, clockwise in the picture. */
  readonly roll: number;
  /** 1 is a head of 208 x 292 pixels in a picture 480 high. */
  readonly scale: number;
  /** Centre of the face, picture widths and heights from the left and the top. */
  readonly centreX: number;
  readonly centreY: number;
  readonly seed: number;
}

/** The cut-out person: colours premultiplied by the cover, the cover, and how much of the pulse shows. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
  readonly cover: Float32Array;
  readonly pulse: Float32Array;
}

/** Fixed grain of the skin, levels either way. */
const GRAIN = 2;

/** Parts that are painted separately because they move separately. */
export type Part = 'person' | 'shirt';

function layersOf(face: Face, skin: Rgb, part: Part): Layer[] {
  if (face === 'none') return [];
  if (part === 'shirt') return face === 'oval' ? [] : [shirtLayer()];
  // The skin itself; its shading follows in `paintPoint`.
  const head: Layer = { shape: headOutline, paint: { colour: skin }, turns: 'outline' };
  if (face === 'oval') return [head];
  const features = face === 'face' ? featureLayers() : [];
  return [...bustLayers(skin), head, ...features, ...hairLayers()];
}

/** State of one point during painting. */
interface Point {
  red: number;
  green: number;
  blue: number;
  cover: number;
  pulse: number;
}

const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

function applyLayer(point: Point, layer: Layer, covered: number, shade: number): void {
  const share = covered * (layer.opacity ?? 1);
  if ('gain' in layer.paint) {
    const gain = mix(1, layer.paint.gain, share);
    point.red *= gain;
    point.green *= gain;
    point.blue *= gain;
    point.pulse *= gain;
    return;
  }
  const [red, green, blue] = layer.paint.colour;
  point.red = mix(point.red, red * shade, share);
  point.green = mix(point.green, green * shade, share);
  point.blue = mix(point.blue, blue * shade, share);
  point.cover = mix(point.cover, 1, share);
  // Paint of a feature hides the pulse under it; skin has its own.
  const own = layer.pulse ?? shade;
  point.pulse = mix(point.pulse, layer.turns === 'outline' ? own : point.pulse * own, share);
}

/** The position on the front of a head that a turn by `yaw` radians moves to x; null when it is hidden. */
function beforeTurn(x: number, y: number, yaw: number): number | null {
  if (yaw === 0) return x;
  const halfWidth = halfWidthAt(y);
  const sine = x / halfWidth;
  if (halfWidth === 0 || Math.abs(sine) >= 1) return null;
  const angle = Math.asin(sine) - yaw;
  return Math.abs(angle) >= Math.PI / 2 ? null : halfWidth * Math.sin(angle);
}

function paintPoint(layers: readonly Layer[], x: number, y: number, yaw: number): Point {
  const point: Point = { red: 0, green: 0, blue: 0, cover: 0, pulse: 0 };
  // Features lie on the head, so most of the picture can skip them.
  const turned = headOutline(x, y) > 0 ? beforeTurn(x, y, yaw) : null;
  for (const layer of layers) {
    if (layer.rows && (y < layer.rows[0] || y > layer.rows[1])) continue;
    const outline = layer.turns === 'outline';
    const at = outline ? x : turned;
    if (at === null) continue;
    const covered = layer.shape(at, y);
    if (covered > 0.002) {
      applyLayer(point, layer, covered, layer.shape === headOutline ? shadeAt(x, y) : 1);
    }
  }
  return point;
}

/** Paints the person without the shirt, or the shirt alone. Takes about a second for a person of 640 x 480. */
export function paintPicture(options: PictureOptions, part: Part): Picture {
  const { width, height } = options;
  const layers = layersOf(
    options.face,
    options.complexion?.skin ?? SKIN_TONES[options.skinTone],
    part,
  );
  const random = seededRandom(options.seed ^ 0xface);
  const plane = (): Float32Array => new Float32Array(width * height);
  const picture = {
    red: plane(),
    green: plane(),
    blue: plane(),
    cover: plane(),
    pulse: plane(),
  };
  const unit = (options.scale * height) / 480;
  const roll = (options.roll * Math.PI) / 180;
  const yaw = (options.yaw * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(roll) / unit, Math.sin(roll) / unit];
  for (let row = 0, at = 0; row < height; row += 1) {
    const dy = row - options.centreY * height;
    for (let column = 0; column < width; column += 1, at += 1) {
      const dx = column - options.centreX * width;
      const point = paintPoint(layers, dx * cosine + dy * sine, dy * cosine - dx * sine, yaw);
      const grain = point.cover * GRAIN * (2 * random.uniform() - 1);
      picture.red[at] = point.red + grain;
      picture.green[at] = point.green + grain;
      picture.blue[at] = point.blue + grain;
      picture.cover[at] = point.cover;
      picture.pulse[at] = point.pulse;
    }
  }
  for (const name of ['red', 'green', 'blue', 'cover', 'pulse'] as const) {
    picture[name] = boxBlur(picture[name], width, height);
  }
  return { width, height, ...picture };
}
