// SPDX-License-Identifier: Apache-2.0
/** Statements of the hot path, built once: building one takes as long as running it. */
import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely';
import type { Database } from './database.ts';

/** Placeholder of a value that a call passes. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Values = Readonly<Record<string, unknown>>;

/** The values that a statement is built with: each property is its slot, whatever the type says. */
const slots = new Proxy<Values>({}, { get: (_none, name) => new Slot(String(name)) });

/**
 * A statement that is built at its first call with each dialect.
 * @param build creates the statement. It may only insert the values into the statement: they are not known yet. The
 * values must not change the statement, as null does after an equals sign.
 * @returns a function that runs it with the bound values of a call.
 */
export function prepared<V extends Values, Row>(
  build: (db: Database, values: V) => Compilable<Row>,
): (db: Database, values: V) => Promise<QueryResult<Row>> {
  const byDialect = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  return (db, values) => {
    const { adapter } = db.getExecutor();
    let compiled = byDialect.get(adapter);
    if (compiled === undefined) {
      // Only ever passed to the database as parameters.
      compiled = build(db, slots as V).compile();
      byDialect.set(adapter, compiled);
    }
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name] : parameter,
    );
    return db.executeQuery({ ...compiled, parameters });
  };
}
