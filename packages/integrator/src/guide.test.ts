// SPDX-License-Identifier: Apache-2.0
/** The guide names everything that an integration relies on, and nothing that does not exist. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { configurationSettingsSchema } from '@perfuse/contract/account/configuration';
import { CALLBACK_ERRORS } from '@perfuse/contract/failures/callback-errors';
import { embedMessageSchema } from '@perfuse/contract/launch/embed';
import { LAUNCH_ERRORS } from '@perfuse/contract/launch/failure';
import { INTEGRATOR_PROFILE_ERRORS, PROFILE_FIELDS } from '@perfuse/contract/launch/profile';
import { z } from '@perfuse/contract/schema';
import { describe, expect, it } from 'vitest';

const GUIDE = path.resolve(import.meta.dirname, '../../../docs/guides/integrate.md');

const objectSchema = z.object({ properties: z.optional(z.record(z.string(), z.unknown())) });

/** Every setting by its path, such as `branding.pageTitle`. */
function pathsOf(schema: unknown, above = ''): string[] {
  const { properties } = objectSchema.parse(schema);
  if (properties === undefined) return [above];
  return Object.entries(properties).flatMap(([name, within]) =>
    pathsOf(within, above === '' ? name : `${above}.${name}`),
  );
}

const sectionOf = (guide: string, heading: string): string =>
  guide.split(`${heading}\n`)[1]?.split(/\n#+ /)[0] ?? '';

/** The first cells of the tables below a heading. */
function firstCells(guide: string, heading: string): string[] {
  const lines = sectionOf(guide, heading).split('\n');
  const cells = lines.map((line) => /^\| (.+?) \|/.exec(line)?.[1] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''));
}

describe('the guide', async () => {
  const guide = await readFile(GUIDE, 'utf8');

  it('has a row for each setting of a configuration, and no other', () => {
    const settings = pathsOf(z.toJSONSchema(configurationSettingsSchema, { io: 'input' }));
    expect(firstCells(guide, '## The configuration').sort()).toEqual(settings.sort());
  });

  it('has a row for each field of a profile, and no other', () => {
    expect(firstCells(guide, '### The profile').sort()).toEqual([...PROFILE_FIELDS].sort());
  });

  it('names the codes that a callback, a refused launch or a refused profile may carry, and no other', () => {
    const named = sectionOf(guide, '## The callback').matchAll(/`([A-Z_]+)`/g);
    const codes = [...CALLBACK_ERRORS, ...Object.keys(LAUNCH_ERRORS), ...INTEGRATOR_PROFILE_ERRORS];
    expect(new Set([...named].map(([, code]) => code))).toEqual(new Set(codes));
  });

  it('has a row for each message of a frame, and no other', () => {
    const json = JSON.stringify(z.toJSONSchema(embedMessageSchema));
    const types = [...json.matchAll(/"type":\{"type":"string","const":"([\w-]+)"/g)];
    expect(firstCells(guide, '## In a frame').sort()).toEqual(types.map(([, type]) => type).sort());
  });
});
