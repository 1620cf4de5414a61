// SPDX-License-Identifier: Apache-2.0
import type { VisageFiles } from '../../api.ts';
import type { FaceLandmarks } from '../../face/landmarks.ts';
import { errorText } from '../../error-text.ts';
import type { FaceTracker } from '../face-tracker.ts';
import { BLANK, PixelReader, type RgbaPixels } from '../pixels.ts';
import { TrackerRefused } from '../tracker-refused.ts';
import { readAnchors } from './anchors.ts';
import { CONFIGURATION, loadVisage, type ClassicScope } from './load.ts';
import { MeshFitter } from './mesh-fit.ts';
import type { VisageSdk } from './sdk.ts';

/** The vendor's tracker with its memory in the vendor's heap. */
class Session {
  readonly #sdk: VisageSdk;
  readonly #tracker: InstanceType<VisageSdk['VisageTracker']>;
  readonly #faces: InstanceType<VisageSdk['FaceDataVector']>;
  readonly #mesh = new MeshFitter();
  #pixels = { pointer: 0, bytes: 0 };

  constructor(sdk: VisageSdk) {
    this.#sdk = sdk;
    this.#tracker = new sdk.VisageTracker(CONFIGURATION);
    this.#faces = new sdk.FaceDataVector();
    this.#faces.push_back(new sdk.FaceData());
  }

  look({ data, width, height }: RgbaPixels): FaceLandmarks | undefined {
    const sdk = this.#sdk;
    this.#reserve(data.length);
    // Read each time: a grown heap is a new array.
    sdk.HEAPU8.set(data, this.#pixels.pointer);
    const [status] = Array.from(
      this.#tracker.track(
        width,
        height,
        this.#pixels.pointer,
        this.#faces,
        sdk.VisageTrackerImageFormat.VISAGE_FRAMEGRABBER_FMT_RGBA.value,
        sdk.VisageTrackerOrigin.VISAGE_FRAMEGRABBER_ORIGIN_TL.value,
        0,
        -1,
        1,
      ),
    );
    if (status !== sdk.VisageTrackerStatus.TRACK_STAT_OK.value) return undefined;
    const face = this.#faces.get(0);
    const anchors = readAnchors(face.getFeaturePoints2D());
    if (anchors === undefined) return undefined;
    const confidence = Math.min(1, Math.max(0, face.trackingQuality));
    return { points: this.#mesh.fit(anchors), confidence };
  }

  #reserve(bytes: number): void {
    if (this.#pixels.bytes === bytes) return;
    if (this.#pixels.bytes > 0) this.#sdk._free(this.#pixels.pointer);
    this.#pixels = { pointer: this.#sdk._malloc(bytes), bytes };
  }
}

/** Passes the licence on. The documentation defines no result: an error code, throw or complaint is a refusal. */
function checkLicence(sdk: VisageSdk, licence: string, complaints: readonly string[]): void {
  let answer: unknown;
  try {
    answer = sdk.initializeLicenseManager(licence);
  } catch (error) {
    throw new TrackerRefused('unlicensed', `The visage licence was refused: ${errorText(error)}`);
  }
  const isError = (typeof answer === 'number' && answer !== 0) || answer === false;
  if (!isError && complaints.length === 0) return;
  const said = complaints.join(' ') || `code ${String(answer)}`;
  throw new TrackerRefused('unlicensed', `The visage licence was refused: ${said}`);
}

/**
 * The tracker of Visage Technologies. Its feature points are mapped to the 468-point mesh, whose regions are averaged.
 * @throws (from `load`) TrackerRefused
 */
export function createVisageTracker(
  files: VisageFiles,
  // A classic worker has members that the type of a module worker's scope lacks.
  scope = globalThis as unknown as ClassicScope,
): FaceTracker {
  const pixels = new PixelReader();
  let session: Session | undefined;
  return {
    async load() {
      const complaints: string[] = [];
      const sdk = await loadVisage(files, scope, (message) => complaints.push(message));
      checkLicence(sdk, files.licence, complaints);
      try {
        session = new Session(sdk);
        session.look(BLANK);
      } catch (error) {
        throw new TrackerRefused('missing', `The visage tracker failed: ${errorText(error)}`);
      }
      if (complaints.length > 0) throw new TrackerRefused('unlicensed', complaints.join(' '));
    },
    async track(frame) {
      return session?.look(await pixels.read(frame));
    },
  };
}
