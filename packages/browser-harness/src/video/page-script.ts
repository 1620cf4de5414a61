// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';

/** The script of the conversion page as one file. */
export async function pageScript(): Promise<string> {
  // Loaded only on demand: it starts native threads.
  const { rolldown } = await import('rolldown');
  const require = createRequire(import.meta.url);
  const bundle = await rolldown({
    input: require.resolve('@perfuse/browser-harness/page'),
    platform: 'browser',
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  return output[0].code;
}
