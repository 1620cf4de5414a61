// SPDX-License-Identifier: Apache-2.0
import manifest from '../../../package.json' with { type: 'json' };

export const VERSION = manifest.version;
/** A self-hosted service belongs to none of the protocol's regions. */
export const REGION = 'local';
/** Whether a list requested for a region may contain anything. */
export const isHere = (region: string | undefined): boolean =>
  region === undefined || region.toLowerCase() === REGION;
