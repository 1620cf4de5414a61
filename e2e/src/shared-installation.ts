// SPDX-License-Identifier: Apache-2.0
/** A server that the tests of one run share; each test creates its own people and organisations. */
import { z } from '@perfuse/contract/schema';
import type { Installation } from './installation.ts';
import { askShared } from './shared-services.ts';

/** No test may stop it. */
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
 * Started on the first request; the rate limits per address are off. A test that changes a setting of the whole
 * installation, kills it or counts its requests uses its own (installation.ts).
 * @param settings callers with the same settings share one server; by default nobody has to sign in.
 */
export async function sharedInstallation(
  settings: Readonly<Record<string, string>> = {},
): Promise<SharedInstallation> {
  return answerSchema.parse(await askShared('installation', JSON.stringify(settings)));
}

/** Settings with which everybody has to sign in. */
export const SIGN_IN = { PERFUSE_SIGN_IN: 'on' } as const;
