// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  checkPulseModel,
  modelDescriptionSchema,
  openOnnx,
  type ModelDescription,
  type ModelRunner,
  type PulseModel,
} from '@perfuse/vitals/learned';

/** Files of a learned pulse estimator, as the operator named them. */
export interface PulseModelFiles {
  /** PERFUSE_PULSE_MODEL: the network, ONNX. */
  readonly model: string;
  /** PERFUSE_PULSE_MODEL_STATE: what the network takes, gives and remembers, JSON. */
  readonly state: string;
}

/** The files the settings name; the state file is next to the model unless it is named. */
export function pulseModelFiles(
  model: string | undefined,
  state: string | undefined,
): PulseModelFiles | undefined {
  if (model === undefined) return undefined;
  const { dir, name } = path.parse(model);
  return { model, state: state ?? path.join(dir, `${name}.json`) };
}

/** A setting names a file that cannot be used. */
export class PulseModelSettingError extends Error {
  override readonly name = 'PulseModelSettingError';
  /** An operator's mistake: told in one line. */
  readonly code = 'PULSE_MODEL';
}

function modelError(setting: string, file: string, why: unknown): PulseModelSettingError {
  const reason = why instanceof Error ? why.message : String(why);
  return new PulseModelSettingError(`${setting} names ${file}, which cannot be used: ${reason}`);
}

async function described(file: string): Promise<ModelDescription> {
  const setting = 'PERFUSE_PULSE_MODEL_STATE';
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw modelError(setting, file, error);
  }
  const parsed = modelDescriptionSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path: at, message }) => `${at.join('.')} ${message}`);
  throw modelError(setting, file, problems.join('; '));
}

async function opened(file: string): Promise<ModelRunner> {
  try {
    return await openOnnx(await readFile(file));
  } catch (error) {
    throw modelError('PERFUSE_PULSE_MODEL', file, error);
  }
}

/**
 * Opens the model and tries it once.
 * @throws PulseModelSettingError that names the setting, the file and what is wrong.
 */
export async function loadPulseModel({ model, state }: PulseModelFiles): Promise<PulseModel> {
  const description = await described(state);
  const runner = await opened(model);
  try {
    await checkPulseModel({ description, runner });
  } catch (error) {
    await runner.close();
    throw modelError('PERFUSE_PULSE_MODEL', `${model} with ${state}`, error);
  }
  return { description, runner };
}
