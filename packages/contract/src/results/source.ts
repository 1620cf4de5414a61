// SPDX-License-Identifier: Apache-2.0
/** Publication of a method. The app describes its meaning and its error, in the person's language. */
export interface Source {
  readonly authors: string;
  readonly year: number;
  readonly title: string;
  /** DOI link, else the page of the data or definition; empty without one. */
  readonly url: string;
  /** True for this project's own models and scales: open, reproducible, not peer reviewed. */
  readonly ownModel: boolean;
  /** Licence of reused coefficients or data, if any; equations of papers are facts. */
  readonly licence?: string;
}

export const doi = (id: string): string => `https://doi.org/${id}`;
