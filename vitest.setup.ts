// SPDX-License-Identifier: Apache-2.0
/**
 * Property tests draw the same cases in every run, so that a failure means a change and not a new draw. TEST_SEED draws
 * others: a failure they find becomes a test of its own.
 */
import process from 'node:process';
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 20_261_121) });
