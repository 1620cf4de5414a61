// SPDX-License-Identifier: Apache-2.0
import { CANONICAL_FACE } from '../../face/canonical.ts';
import { LANDMARK_COUNT } from '../../face/landmarks.ts';
import type { Anchor } from './anchors.ts';

/**
 * Deforms the canonical face so that its anchors match their observed positions, with the thin-plate spline (F. L.
 * Bookstein, 1989, doi:10.1109/34.24792). The spline is linear in the positions of the anchors, so one matrix per set
 * of anchors serves every frame.
 */
export class MeshFitter {
  readonly #matrices = new Map<string, Float64Array>();

  /** @returns {@link LANDMARK_COUNT} pairs of x and y in the unit of the anchors. */
  fit(anchors: readonly Anchor[]): Float32Array<ArrayBuffer> {
    const matrix = this.#matrixFor(anchors.map(({ landmark }) => landmark));
    const points = new Float32Array(LANDMARK_COUNT * 2);
    for (let point = 0; point < LANDMARK_COUNT; point += 1) {
      let [x, y] = [0, 0];
      anchors.forEach((anchor, at) => {
        const weight = matrix[point * anchors.length + at] ?? 0;
        x += weight * anchor.x;
        y += weight * anchor.y;
      });
      points[point * 2] = x;
      points[point * 2 + 1] = y;
    }
    return points;
  }

  #matrixFor(landmarks: readonly number[]): Float64Array {
    const key = landmarks.join();
    const known = this.#matrices.get(key) ?? splineMatrix(landmarks);
    this.#matrices.set(key, known);
    return known;
  }
}

const canonical = (landmark: number): readonly [number, number] => [
  (CANONICAL_FACE[landmark * 2] ?? NaN) / 1000,
  (CANONICAL_FACE[landmark * 2 + 1] ?? NaN) / 1000,
];

/** The spline's kernel r² log r², of two positions. */
function kernel([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): number {
  const square = (ax - bx) ** 2 + (ay - by) ** 2;
  return square === 0 ? 0 : square * Math.log(square);
}

/** Row-major, one row per point of the mesh, one column per anchor. */
function splineMatrix(landmarks: readonly number[]): Float64Array {
  const places = landmarks.map(canonical);
  const size = places.length + 3;
  const affine = ([x, y]: readonly [number, number]): readonly number[] => [1, x, y];
  const zeros = [0, 0, 0];
  const system = [
    ...places.map((place) => [...places.map((other) => kernel(place, other)), ...affine(place)]),
    ...[0, 1, 2].map((row) => [...places.map((place) => affine(place)[row] ?? 0), ...zeros]),
  ];
  const inverse = invert(system);
  const matrix = new Float64Array(LANDMARK_COUNT * places.length);
  for (let point = 0; point < LANDMARK_COUNT; point += 1) {
    const here = canonical(point);
    const basis = [...places.map((place) => kernel(here, place)), ...affine(here)];
    for (let column = 0; column < places.length; column += 1) {
      let sum = 0;
      for (let row = 0; row < size; row += 1) {
        sum += (basis[row] ?? 0) * (inverse[row]?.[column] ?? 0);
      }
      matrix[point * places.length + column] = sum;
    }
  }
  return matrix;
}

/** Gauss-Jordan with row exchange. @throws Error when the anchors are collinear. */
function invert(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, at) => [
    ...row,
    ...Array.from({ length: size }, (_, column) => (column === at ? 1 : 0)),
  ]);
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let pivot = 0; pivot < size; pivot += 1) {
    let best = pivot;
    for (let row = pivot + 1; row < size; row += 1) {
      if (Math.abs(at(row, pivot)) > Math.abs(at(best, pivot))) best = row;
    }
    const [upper, lower] = [rows[pivot], rows[best]];
    if (upper === undefined || lower === undefined || Math.abs(at(best, pivot)) < 1e-12) {
      throw new Error('The anchors of the face lie on one line.');
    }
    rows[pivot] = lower.map((value) => value / (lower[pivot] ?? 1));
    if (best !== pivot) rows[best] = upper;
    const scaled = rows[pivot] ?? [];
    rows.forEach((row, other) => {
      const factor = row[pivot] ?? 0;
      if (other === pivot || factor === 0) return;
      rows[other] = row.map((value, column) => value - factor * (scaled[column] ?? 0));
    });
  }
  return rows.map((row) => row.slice(size));
}
