// SPDX-License-Identifier: Apache-2.0
/** Where a method comes from. What it means and how wrong it may be is said by the app, in the person's language. */
export interface Source {
  readonly authors: string;
  readonly year: number;
  readonly title: string;
  /** DOI link, else the page of the data or definition; empty when there is none. */
  readonly url: string;
  /** True for this project's own models and scales: open, reproducible, not peer reviewed. */
  readonly ownModel: boolean;
  /** Of coefficients or data taken over, where they carry one; equations of papers are facts. */
  readonly licence?: string;
}

export const doi = (id: string): string => `https://doi.org/${id}`;
