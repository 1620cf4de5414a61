// SPDX-License-Identifier: Apache-2.0
import { createContext } from 'react';

/** Branding of the app. */
export interface Brand {
  /** Shown next to the screen's name in the window's title; null: the product's name. */
  readonly pageTitle: string | null;
  /** Replaces the product's logo; null: the product's. */
  readonly logo: { readonly address: string; readonly name: string } | null;
}

export const BrandContext = createContext<Brand>({ pageTitle: null, logo: null });
