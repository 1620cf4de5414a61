// SPDX-License-Identifier: Apache-2.0
/**
 * The only place that configures zod. `jitless` must be set before the first schema module runs: zod otherwise probes
 * `new Function`, which a Content-Security-Policy without unsafe-eval reports.
 */
import * as z from 'zod/mini';

z.config({ jitless: true });

export { z };
