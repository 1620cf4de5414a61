// SPDX-License-Identifier: Apache-2.0
import { envVarsSchema, statusAnswer } from '@perfuse/contract/backend/routes';
import { z } from '@perfuse/contract/schema';
import { readJson, write } from '../platform/browser/stored.ts';

/** The backend's answers at a start. */
export const startAnswersSchema = z.object({ envVars: envVarsSchema, status: statusAnswer });
export type StartAnswers = z.infer<typeof startAnswersSchema>;

const KEY = 'perfuse.start';

/** Whether a person can measure with these answers alone: on the device, without signing in. */
const isEnough = ({ envVars, status }: StartAnswers): boolean =>
  envVars.analysis !== undefined && envVars.analysis !== 'service' && !status.auth;

/** Stores the answers for a start without a network if this device can measure by itself; else deletes them. */
export function rememberStart(storage: Storage | null, answers: StartAnswers): void {
  write(storage, KEY, isEnough(answers) ? JSON.stringify(answers) : null);
}

/**
 * @param prefersDevice applies where the person may choose. @returns null when the answers do not suffice to measure.
 */
export function rememberedStart(
  storage: Storage | null,
  prefersDevice: boolean,
): StartAnswers | null {
  const answers = readJson(storage, KEY, startAnswersSchema);
  if (answers === null || !isEnough(answers)) return null;
  return answers.envVars.analysis === 'device' || prefersDevice ? answers : null;
}
