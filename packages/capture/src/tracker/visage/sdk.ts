// SPDX-License-Identifier: Apache-2.0
/**
 * The part of the visage|SDK for HTML5 that is used here, according to its public API documentation. The files
 * themselves are the vendor's and not part of this product.
 */

/** A value of one of its enumerations. */
interface Code {
  readonly value: number;
}

/** Memory in its heap until `delete`. */
interface Handle {
  delete(): void;
}

export interface FeaturePoint {
  /** 1 when its position may be used. */
  readonly defined: number;
  /** 0 is x in image widths from the left, 1 is y in image heights from the bottom. */
  getPos(axis: number): number;
}

/** Feature points by group and index, MPEG-4 FBA and the vendor's own. */
export interface FeaturePoints {
  getFP(group: number, index: number): FeaturePoint;
}

export interface FaceData extends Handle {
  /** 0..1. */
  readonly trackingQuality: number;
  getFeaturePoints2D(): FeaturePoints;
}

interface FaceDataVector extends Handle {
  push_back(face: FaceData): void;
  get(index: number): FaceData;
}

interface VisageTracker extends Handle {
  /** @returns one status per face. */
  track(
    width: number,
    height: number,
    pixels: number,
    faces: FaceDataVector,
    format: number,
    origin: number,
    widthStep: number,
    timeStamp: number,
    maxFaces: number,
  ): ArrayLike<unknown>;
}

/** The module once its runtime has started. */
export interface VisageSdk {
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  initializeLicenseManager(fileName: string): unknown;
  readonly VisageTracker: new (configuration: string) => VisageTracker;
  readonly FaceData: new () => FaceData;
  readonly FaceDataVector: new () => FaceDataVector;
  readonly VisageTrackerStatus: { readonly TRACK_STAT_OK: Code };
  readonly VisageTrackerImageFormat: { readonly VISAGE_FRAMEGRABBER_FMT_RGBA: Code };
  readonly VisageTrackerOrigin: { readonly VISAGE_FRAMEGRABBER_ORIGIN_TL: Code };
}

const has = (value: object, names: readonly string[], type: string): boolean =>
  names.every((name) => typeof Reflect.get(value, name) === type);

/** Whether the vendor's script created the documented API. */
export function isVisageSdk(value: unknown): value is VisageSdk {
  return (
    typeof value === 'object' &&
    value !== null &&
    Reflect.get(value, 'HEAPU8') instanceof Uint8Array &&
    has(value, ['_malloc', '_free', 'initializeLicenseManager'], 'function') &&
    has(value, ['VisageTracker', 'FaceData', 'FaceDataVector'], 'function') &&
    ['VisageTrackerStatus', 'VisageTrackerImageFormat', 'VisageTrackerOrigin'].every((name) => {
      const codes: unknown = Reflect.get(value, name);
      return (typeof codes === 'object' && codes !== null) || typeof codes === 'function';
    })
  );
}
