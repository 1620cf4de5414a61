// SPDX-License-Identifier: Apache-2.0
/** A server that the tests of one run share: each brings people and organisations of its own. */
import { z } from '@perfuse/contract/schema';
import type { Installation } from './installation.ts';
import { askShared } from './shared-services.ts';

/** It is not for one test to stop. */
export type SharedInstallation = Pick<
  Installation,
  'url' | 'analysisUrl' | 'directory' | 'licenceKey'
>;

const answerSchema = z.object({
  url: z.string(),
  analysisUrl: z.string(),
  directory: z.string(),
  licenceKey: z.string(),
});

/**
 * Started by the first who asks for it; limits on what one address may do are off. A test that changes a setting of
 * the whole installation, kills it or counts its requests takes one of its own (installation.ts).
 * @param settings those who name the same share one; by default nobody has to sign in.
 */
export async function sharedInstallation(
  settings: Readonly<Record<string, string>> = {},
): Promise<SharedInstallation> {
  return answerSchema.parse(await askShared('installation', JSON.stringify(settings)));
}

/** Where everybody has to sign in. */
export const SIGN_IN = { PERFUSE_SIGN_IN: 'on' } as const;
