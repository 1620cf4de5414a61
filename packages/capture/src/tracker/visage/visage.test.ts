// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { CANONICAL_FACE } from '../../face/canonical.ts';
import { FACE_OVAL, POINT, REGION_OUTLINES, SKIN_HOLES } from '../../face/mesh.ts';
import { readAnchors } from './anchors.ts';
import type { ClassicScope } from './load.ts';
import { MeshFitter } from './mesh-fit.ts';
import { createVisageTracker } from './visage.ts';

const SETTINGS = { baseUrl: 'https://app.example.org/visage/', licence: 'our.vlc' };

/** Landmark positions of a face in the picture: the canonical one, rotated, scaled and moved. */
function faceAt(landmark: number): readonly [x: number, y: number] {
  const x = (CANONICAL_FACE[landmark * 2] ?? NaN) / 1000 - 0.5;
  const y = (CANONICAL_FACE[landmark * 2 + 1] ?? NaN) / 1000 - 0.5;
  return [0.5 + 0.3 * x - 0.03 * y, 0.45 + 0.05 * x + 0.5 * y];
}

const LANDMARKS: Readonly<Record<string, number>> = {
  ...{ '2.1': 152, '8.1': 0, '8.2': 17, '8.3': 291, '8.4': 61, '8.9': 37, '8.10': 267 },
  ...{ '3.7': 263, '3.12': 33, '3.11': 362, '3.8': 133, '3.1': 386, '3.2': 159 },
  ...{ '3.3': 374, '3.4': 145, '4.1': 285, '4.2': 55, '4.3': 334, '4.4': 105 },
  ...{ '4.5': 276, '4.6': 46, '9.3': 1, '9.1': 358, '9.2': 129, '9.15': 2 },
  ...{ '11.1': 10, '11.2': 103, '11.3': 332 },
};

/** Feature points as documented by the vendor: origin at the bottom, `defined` 1 or 0. */
function featurePoints(without: readonly string[] = []) {
  return {
    getFP: (group: number, index: number) => {
      const name = `${String(group)}.${String(index)}`;
      const landmark = without.includes(name) ? undefined : LANDMARKS[name];
      const [x, y] = landmark === undefined ? [0, 0] : faceAt(landmark);
      return { defined: landmark === undefined ? 0 : 1, getPos: (a: number) => [x, 1 - y][a] ?? 0 };
    },
  };
}

describe("the mesh from the tracker's feature points", () => {
  const usedByRegions = [
    ...FACE_OVAL,
    ...Object.values(REGION_OUTLINES).flat(),
    ...SKIN_HOLES.flat(),
    ...Object.values(POINT),
  ];

  test.each([
    ['all feature points', []],
    ['no hairline', ['11.1', '11.2', '11.3']],
  ])('follows a face that is turned, scaled and moved: %s', (_, without) => {
    const anchors = readAnchors(featurePoints(without));
    if (anchors === undefined) throw new Error('There is no face.');
    const points = new MeshFitter().fit(anchors);
    for (const landmark of usedByRegions) {
      const [x, y] = faceAt(landmark);
      expect(points[landmark * 2]).toBeCloseTo(x, 4);
      expect(points[landmark * 2 + 1]).toBeCloseTo(y, 4);
    }
  });

  test.each(['2.1', '3.7', '9.3'])('does not exist without the point %s', (name) => {
    expect(readAnchors(featurePoints([name]))).toBeUndefined();
  });
});

/** Fake of the vendor's licensed files; it has the documented API and finds one face. */
function vendor(fault: 'none' | 'no-script' | 'no-licence' | 'code' | 'alert' | 'abort' | 'old') {
  const loaded: string[] = [];
  const heap = new Uint8Array(4 * 640 * 480 * 4);
  let seen: number[] = [];
  const scope: ClassicScope = {
    importScripts: (url) => {
      loaded.push(url);
      if (fault === 'no-script') throw new Error('NetworkError');
      // As set up by the tracker; the script reads it.
      const module = scope.VisageModule as Record<string, unknown>;
      const hooks = module as {
        locateFile: (name: string) => string;
        preRun: (() => void)[];
        onRuntimeInitialized: () => void;
        onAbort: (what: unknown) => void;
      };
      loaded.push(hooks.locateFile('visageSDK.wasm'));
      if (fault === 'abort') {
        hooks.onAbort('no wasm');
        return;
      }
      const failures: string[] = [];
      module['FS_createPreloadedFile'] = (
        ...[, , fileUrl, , , onLoad, onError]: [
          string,
          string,
          string,
          boolean,
          boolean,
          () => void,
          () => void,
        ]
      ) => {
        loaded.push(fileUrl);
        if (fault === 'no-licence' && fileUrl.endsWith('.vlc')) {
          failures.push(fileUrl);
          onError();
        } else onLoad();
      };
      for (const run of hooks.preRun) run();
      if (failures.length > 0) return;
      Object.assign(module, {
        HEAPU8: heap,
        _malloc: () => 16,
        _free: () => undefined,
        initializeLicenseManager: () => {
          if (fault === 'alert') scope.alert?.('The licence has expired.');
          return fault === 'code' ? 3 : undefined;
        },
        VisageTracker: class {
          track = (width: number, height: number, at: number) => {
            seen = Array.from(heap.subarray(at, at + 4));
            return [width * height > 0 && seen[0] !== 0 ? 1 : 3];
          };
          delete = () => undefined;
        },
        FaceData: class {
          trackingQuality = 0.9;
          getFeaturePoints2D = () => featurePoints();
        },
        FaceDataVector: class {
          #face: unknown;
          push_back = (face: unknown) => void (this.#face = face);
          get = () => this.#face;
        },
        ...(fault === 'old' ? {} : { VisageTrackerStatus: { TRACK_STAT_OK: { value: 1 } } }),
        VisageTrackerImageFormat: { VISAGE_FRAMEGRABBER_FMT_RGBA: { value: 4 } },
        VisageTrackerOrigin: { VISAGE_FRAMEGRABBER_ORIGIN_TL: { value: 0 } },
      });
      hooks.onRuntimeInitialized();
    },
  };
  return { scope, loaded, pixel: () => seen };
}

/** The used part of a VideoFrame, in one colour. */
function frameOf(red: number): VideoFrame {
  const frame = {
    visibleRect: { x: 0, y: 0, width: 640, height: 480 },
    allocationSize: () => 640 * 480 * 4,
    copyTo: (target: Uint8Array) => {
      for (let at = 0; at < target.length; at += 4) target[at] = red;
      return Promise.resolve([]);
    },
  };
  return frame as unknown as VideoFrame; // Node has none
}

describe('the visage tracker', () => {
  test('loads its files from the configured folder and finds a face', async () => {
    const { scope, loaded, pixel } = vendor('none');
    const tracker = createVisageTracker(SETTINGS, scope);
    await tracker.load();
    expect(loaded).toEqual([
      'https://app.example.org/visage/visageSDK.js',
      'https://app.example.org/visage/visageSDK.wasm',
      'https://app.example.org/visage/Head%20Tracker.cfg',
      'https://app.example.org/visage/our.vlc',
    ]);
    const face = await tracker.track(frameOf(200));
    expect(pixel()).toEqual([200, 0, 0, 0]);
    expect(face?.confidence).toBe(0.9);
    expect(face?.points[POINT.leftEye * 2]).toBeCloseTo(faceAt(POINT.leftEye)[0], 4);
    expect(await tracker.track(frameOf(0))).toBeUndefined();
  });

  test.each([
    ['no-script', 'missing'],
    ['abort', 'missing'],
    ['old', 'missing'],
    ['no-licence', 'unlicensed'],
    ['code', 'unlicensed'],
    ['alert', 'unlicensed'],
  ] as const)('is refused on fault "%s" with the reason "%s"', async (fault, reason) => {
    const { scope } = vendor(fault);
    await expect(createVisageTracker(SETTINGS, scope).load()).rejects.toMatchObject({
      name: 'TrackerRefused',
      reason,
    });
  });
});
