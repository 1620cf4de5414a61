// SPDX-License-Identifier: Apache-2.0
/** The fields of the settings form, derived from the contract's schema: a new setting gets a field automatically. */
import { configurationSettingsSchema } from '@perfuse/contract/account/configuration';
import { z } from '@perfuse/contract/schema';

export interface SettingField {
  /** For example `branding.pageTitle`. */
  readonly path: string;
  readonly kind: 'flag' | 'choice' | 'choices' | 'lines' | 'text' | 'picture';
  /** Options of a choice or choices. */
  readonly options: readonly string[];
}

type JsonSchema = z.core.JSONSchema._JSONSchema;
type ObjectSchema = Exclude<JsonSchema, boolean>;

const asObject = (schema: JsonSchema | undefined): ObjectSchema =>
  typeof schema === 'object' ? schema : {};
const optionsOf = ({ enum: values = [] }: ObjectSchema): readonly string[] => values.map(String);

/** Longest text of a plain field; a longer one holds a picture as a data address. */
const MAX_TEXT = 10_000;

function kindOf(schema: ObjectSchema): Pick<SettingField, 'kind' | 'options'> {
  if (schema.type === 'boolean') return { kind: 'flag', options: [] };
  if (schema.enum !== undefined) return { kind: 'choice', options: optionsOf(schema) };
  if (schema.type === 'array') {
    const options = optionsOf(asObject(Array.isArray(schema.items) ? undefined : schema.items));
    return { kind: options.length > 0 ? 'choices' : 'lines', options };
  }
  const isPicture = (schema.maxLength ?? 0) > MAX_TEXT;
  return { kind: isPicture ? 'picture' : 'text', options: [] };
}

function fieldsOf(schema: ObjectSchema, path: string): readonly SettingField[] {
  const { properties } = schema;
  if (properties === undefined) return [{ path, ...kindOf(schema) }];
  return Object.entries(properties).flatMap(([name, inner]) =>
    fieldsOf(asObject(inner), path === '' ? name : `${path}.${name}`),
  );
}

/** Every setting, in the order of the contract. */
export const SETTING_FIELDS: readonly SettingField[] = fieldsOf(
  asObject(z.toJSONSchema(configurationSettingsSchema, { io: 'input' })),
  '',
);
