// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';

/** 256 random bits as base64url. In the link it follows the #, which no server and no referrer receives. */
export const handOffTokenSchema = z.string().check(z.regex(/^[\w-]{43}$/));
