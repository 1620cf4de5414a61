// SPDX-License-Identifier: Apache-2.0
/** Finds the maximum size: doubles until it fails (or halves until it passes), then bisects. */

export interface Search<T> {
  /** Largest size that passed; 0 when even the least did not. */
  readonly most: number;
  /** Every size tried, in order of size. */
  readonly steps: readonly { readonly size: number; readonly passed: boolean; readonly found: T }[];
}

export interface SearchOptions<T> {
  readonly from: number;
  /** Largest size tried. */
  readonly upTo: number;
  /** Smallest size tried when the first one fails. Default: the first. */
  readonly least?: number;
  /** Ends when the largest pass and the smallest failure are this close, as a share of the former. */
  readonly closeness: number;
  readonly attempt: (size: number) => Promise<T>;
  readonly passes: (found: T) => boolean;
}

/** One failure may be chance on a machine with other work: a size counts as too many after failing twice. */
const TRIES = 2;

export async function searchHighestLoad<T>(options: SearchOptions<T>): Promise<Search<T>> {
  const { from, upTo, least = from, closeness, attempt, passes } = options;
  const steps: { size: number; passed: boolean; found: T }[] = [];
  const passesAt = async (size: number): Promise<boolean> => {
    let found = await attempt(size);
    for (let tries = 1; tries < TRIES && !passes(found); tries += 1) found = await attempt(size);
    const passed = passes(found);
    steps.push({ size, passed, found });
    return passed;
  };
  let most = 0;
  let tooMany = Infinity;
  for (let size = from; size <= upTo; size *= 2) {
    if (!(await passesAt(size))) {
      tooMany = size;
      break;
    }
    most = size;
  }
  for (let size = from / 2; most === 0 && size >= least; size /= 2) {
    const fewer = Math.round(size);
    if (await passesAt(fewer)) most = fewer;
    else tooMany = fewer;
  }
  while (tooMany !== Infinity && most > 0 && tooMany - most > Math.max(1, closeness * most)) {
    const middle = Math.round((most + tooMany) / 2);
    if (await passesAt(middle)) most = middle;
    else tooMany = middle;
  }
  return { most, steps: steps.sort((a, b) => a.size - b.size) };
}
