// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';

/** 256 random bits as base64url. It stands in the link behind the #, which no server and no referrer ever sees. */
export const handOffTokenSchema = z.string().check(z.regex(/^[\w-]{43}$/));
