// SPDX-License-Identifier: Apache-2.0
/** Values that mostly satisfy a JSON Schema of the contract. */
import { isRecord } from '@perfuse/contract/is-record';
import fc from 'fast-check';
import type { Random } from '../engine/random.ts';

type Schema = Readonly<Record<string, unknown>>;

const schemasIn = (value: unknown): readonly Schema[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
const numberIn = (schema: Schema, name: string): number | undefined => {
  const value = schema[name];
  return typeof value === 'number' ? value : undefined;
};

/** Values for a field of this name, whatever its schema says. */
const BY_NAME: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^studyid$/i, ['@STUDY@', '@STUDY@', '@HOUSESTUDY@', '@VSTUDY@']],
  [/^userprofileid$/i, ['@PROFILE@', '@VPROFILE@', '']],
  [/^userid$/i, ['@USERID@', '@VUSER@', '']],
  [/^measurementid$/i, ['@MEASUREMENT@', '@VMEASUREMENT@', '']],
  [/^deviceid$/i, ['@DEVICEID@', '@VDEVICE@', '']],
  [/^organi[sz]ation(?:id)?$/i, ['@ORG@', '@VORG@', '']],
  [/^licen[cs]eid$/i, ['@LICENCEID@', '@VLICENCE@', '']],
  [/^key$/i, ['@LICENCE@', '@SECRET@']],
  [/^configid$/i, ['@CONFIG@', '@VCONFIG@', '@$configId@']],
  [/^launchid$/i, ['@$launchId@', '@SECRET@']],
  [/^token$/i, ['@$Token@', '@$token@', '@GUEST@', '@SECRET@']],
  [/^refreshtoken$/i, ['@$RefreshToken@', '@GUESTREFRESH@', '@SECRET@']],
  [/^(?:email|username|owneruser)$/i, ['@EMAIL@', '@SECRET@@example.org', '@VEMAIL@']],
  [/password/i, ['@PASSWORD@', '@PASSWORD@', '@SECRET@aA1']],
  [/^current$/, ['@PASSWORD@', '@SECRET@']],
  [/^accesscode$/i, ['DEMO']],
  [/^code$/i, ['@CODE@', '@CODE@', '@$0@', '123456']],
  [/^(?:identifier|orgkey)$/i, ['@IDENTIFIER@', '@SECRET@']],
  [/phone/i, ['+4912345678', '+15551234567']],
  [/^payload$/i, ['@PAYLOADA@', '@PAYLOADB@', '@PAYLOADC@', '@PAYLOAD@']],
  [/^results$/i, ['@RESULTS@', 'e30']],
  [/(?:^|first|last|profile|file)name$/i, ['@SECRET@', 'Night shifts']],
  [/^(?:partnerid|description|contact|mode)$/i, ['@SECRET@', '']],
  [/date$/i, ['2026-11-22', '1795000000000', '']],
  [/^(?:limit|offset|days|page)$/i, ['0', '1', '5', '1000']],
];

function byName(name: string, random: Random): string | null {
  const found = BY_NAME.find(([names]) => names.test(name));
  return found === undefined || random.chance(0.1) ? null : random.pick(found[1]);
}

function matching(pattern: string, random: Random): string | null {
  try {
    const texts = fc.stringMatching(new RegExp(pattern), { size: 'small' });
    return fc.sample(texts, { seed: random.below(2 ** 31), numRuns: 1 })[0] ?? null;
  } catch {
    // fast-check cannot sample this pattern.
    return null;
  }
}

function text(schema: Schema, random: Random, name: string): string {
  const known = byName(name, random);
  if (known !== null) return known;
  const { pattern, format } = schema;
  if (format === 'date-time') return '2026-11-22T07:00:00.000Z';
  const drawn = typeof pattern === 'string' ? matching(pattern, random) : null;
  if (drawn !== null) return drawn;
  const least = numberIn(schema, 'minLength') ?? 0;
  return random.pick(['@SECRET@', 'a', '\u{1f9ea}é', '0', '']).padEnd(least, 'x');
}

function number(schema: Schema, random: Random): number {
  const least = numberIn(schema, 'minimum') ?? 0;
  const most = Math.min(numberIn(schema, 'maximum') ?? 1000, 2 ** 53 - 1);
  const within = least + random.below(Math.min(most - least + 1, 2 ** 31));
  return random.pick([least, most, within, within, 0, 1]);
}

function object(schema: Schema, random: Random, depth: number): Record<string, unknown> {
  const { properties, required, additionalProperties } = schema;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const made: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(isRecord(properties) ? properties : {})) {
    if (!isRecord(part) || !(needed.includes(name) || random.chance(0.4))) continue;
    made[name] = valueOf(part, random, name, depth + 1);
  }
  if (properties === undefined && isRecord(additionalProperties)) {
    made[random.pick(['name', 'a', '@SECRET@'])] = valueOf(
      additionalProperties,
      random,
      '',
      depth + 1,
    );
  }
  return made;
}

/** @param name of the field that the value is for. */
export function valueOf(schema: Schema, random: Random, name = '', depth = 0): unknown {
  if (depth > 12) return null;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return random.pick<unknown>(schema['enum']);
  const choices = [...schemasIn(schema['anyOf']), ...schemasIn(schema['oneOf'])];
  if (choices.length > 0) return valueOf(random.pick(choices), random, name, depth + 1);
  const parts = schemasIn(schema['allOf']);
  if (parts.length > 0) {
    const whole = parts.reduce((sum, part) => ({ ...sum, ...part }), { ...schema, allOf: [] });
    return valueOf(whole, random, name, depth + 1);
  }
  const { type, items } = schema;
  if (type === 'string') return text(schema, random, name);
  if (type === 'integer' || type === 'number') return number(schema, random);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'null') return null;
  if (type === 'array') {
    const least = numberIn(schema, 'minItems') ?? 0;
    const length = least + random.below(3);
    return Array.from({ length }, () =>
      isRecord(items) ? valueOf(items, random, name, depth + 1) : null,
    );
  }
  if (type === 'object') return object(schema, random, depth);
  return byName(name, random) ?? {};
}
