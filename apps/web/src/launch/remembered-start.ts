// SPDX-License-Identifier: Apache-2.0
import { envVarsSchema, statusAnswer } from '@perfuse/contract/backend/routes';
import { z } from '@perfuse/contract/schema';

/** What the backend answers at a start. */
export const startAnswersSchema = z.object({ envVars: envVarsSchema, status: statusAnswer });
export type StartAnswers = z.infer<typeof startAnswersSchema>;

const KEY = 'perfuse.start';

/** Whether a person can measure with these answers alone: on the device, as anybody. */
const isEnough = ({ envVars, status }: StartAnswers): boolean =>
  envVars.analysis !== undefined && envVars.analysis !== 'service' && !status.auth;

/** Remembers what a start without a network needs, where this device can measure by itself; else forgets it. */
export function rememberStart(storage: Storage | null, answers: StartAnswers): void {
  try {
    if (isEnough(answers)) storage?.setItem(KEY, JSON.stringify(answers));
    else storage?.removeItem(KEY);
  } catch {
    // Full or switched off: the next start needs a network.
  }
}

/** @param prefersDevice where the choice is the person's. @returns null when it is not enough to measure with. */
export function rememberedStart(
  storage: Storage | null,
  prefersDevice: boolean,
): StartAnswers | null {
  try {
    const parsed = startAnswersSchema.safeParse(JSON.parse(storage?.getItem(KEY) ?? 'null'));
    if (!parsed.success || !isEnough(parsed.data)) return null;
    return parsed.data.envVars.analysis === 'device' || prefersDevice ? parsed.data : null;
  } catch {
    return null;
  }
}
