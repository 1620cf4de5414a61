// SPDX-License-Identifier: Apache-2.0
/** The gallery (gallery-site.ts), built once for all tests of a run. */
import { z } from '@perfuse/contract/schema';
import { askShared } from './shared-services.ts';

export interface GallerySite {
  /** Address of a state. @param texts a language, or `long` for English about 40 % longer. */
  readonly address: (story: string, texts?: string) => string;
}

export async function sharedGallery(): Promise<GallerySite> {
  const base = z.string().parse(await askShared('gallery'));
  return {
    address: (story, texts = 'en') =>
      new URL(`gallery/${story}?${texts === 'long' ? 'long' : `lang=${texts}`}`, base).href,
  };
}
