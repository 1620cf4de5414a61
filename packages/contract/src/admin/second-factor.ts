// SPDX-License-Identifier: Apache-2.0
/** The second factor of administrators. */
import { enrolmentSchema, secondFactorCode, secondStepSchema } from '../account/second-factor.ts';
import { z } from '../schema.ts';
import { adminSessionAnswer, typedPassword } from './session.ts';

/** A correct password, second step required. With `enrolment`, the code is the first of an app set up with it. */
export const adminStepAnswer = z.extend(secondStepSchema, {
  enrolment: z.nullable(enrolmentSchema),
});
export type AdminStep = z.infer<typeof adminStepAnswer>;

export const adminSignInAnswer = z.union([adminSessionAnswer, adminStepAnswer]);

export const adminSecondStepAnswer = z.object({
  session: adminSessionAnswer,
  /** Shown only once, when this sign-in has enrolled an app; else null. */
  recoveryCodes: z.nullable(z.array(z.string())),
});

export const adminPasswordBody = z.object({ password: typedPassword });
export const adminProvenBody = z.object({ password: typedPassword, code: secondFactorCode });
