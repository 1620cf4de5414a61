// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { UsageError } from './failure.ts';

const record = z.record(z.string(), z.unknown());
const asRecord = (value: unknown): Record<string, unknown> => {
  const parsed = record.safeParse(value);
  return parsed.success ? parsed.data : {};
};

/** Parsed JSON if the text is valid JSON, else the text itself: `true`, `["a"]`, `Acme Health`. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function withOne(settings: unknown, path: readonly string[], text: string): unknown {
  const [key = '', ...deeper] = path;
  const { [key]: present, ...others } = asRecord(settings);
  if (deeper.length === 0) return text === '' ? others : { ...others, [key]: valueOf(text) };
  const changed = withOne(present, deeper, text);
  return Object.keys(asRecord(changed)).length === 0 ? others : { ...others, [key]: changed };
}

/**
 * Applies assignments such as `branding.pageTitle=Acme` to settings; an empty value removes the setting. Their validity
 * is left to the schema.
 * @throws UsageError for an assignment without a path or an equals sign.
 */
export function withSettings(settings: unknown, assignments: readonly string[]): unknown {
  let changed = settings;
  for (const assignment of assignments) {
    const at = assignment.indexOf('=');
    const path = assignment.slice(0, Math.max(at, 0)).split('.');
    if (path.some((key) => !/^\w+$/.test(key))) {
      throw new UsageError(
        `--set must be path=value, such as branding.pageTitle="Acme": ${assignment}`,
      );
    }
    changed = withOne(changed, path, assignment.slice(at + 1));
  }
  return changed;
}
