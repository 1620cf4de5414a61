// SPDX-License-Identifier: Apache-2.0
import manifest from '../../package.json' with { type: 'json' };

export const VERSION = manifest.version;
/** A self-hosted service belongs to none of the protocol's regions. */
export const REGION = 'local';
