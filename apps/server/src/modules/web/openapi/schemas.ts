// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';

/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Custom rules, by their error messages: JSON Schema cannot express them. */
const ownRules = ({ _zod }: z.core.$ZodType): readonly string[] =>
  (_zod.def.checks ?? []).flatMap((check) => {
    const { check: kind, error } = check._zod.def;
    if (kind !== 'custom' || error === undefined) return [];
    // Its type accepts no issue at all, as the kind of rule is unknown here.
    const told: unknown = Reflect.apply(error, undefined, [{ code: 'custom', input: undefined }]);
    return typeof told === 'string' ? [told] : [];
  });

/**
 * What a schema of the contract is on the wire: what a caller sends before it is parsed (`input`), or what the server
 * answers (`output`). Later versions may add fields to an answer, so that it never excludes additional properties.
 */
export function wireSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const rules = io === 'input' ? ownRules(zodSchema) : [];
      if (rules.length > 0) jsonSchema.description = `Rule VALID_PROPERTIES: ${rules.join('; ')}`;
      if (io === 'output' && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
    },
  });
  delete json.$schema;
  return json;
}

/**
 * The named schemas of one document. A schema is named after the first route that uses it; equal JSON is stored once.
 */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #names = new Map<string, string>();

  /** @returns a reference to the schema, stored under `name` unless an equal one has a name already. */
  reference(name: string, schema: JsonSchema): JsonSchema {
    const text = JSON.stringify(schema);
    const known = this.#names.get(text);
    if (known !== undefined) return { $ref: `#/components/schemas/${known}` };
    if (this.#schemas.has(name)) throw new Error(`Two schemas are named ${name}.`);
    this.#names.set(text, name);
    this.#schemas.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Sorted by name, so that a new route moves nothing else. */
  toJson(): Readonly<Record<string, JsonSchema>> {
    const sorted = [...this.#schemas].sort(([left], [right]) => (left < right ? -1 : 1));
    return Object.fromEntries(sorted);
  }
}
