// SPDX-License-Identifier: Apache-2.0
/** Statements of the hot path, built once: to build one takes as long as to run it. */
import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely';
import type { Database } from './database.ts';

/** Where a value goes that a call brings. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Values = Readonly<Record<string, unknown>>;

/** What a statement is built with: each property is its slot, whatever the type says. */
const slots = new Proxy<Values>({}, { get: (_none, name) => new Slot(String(name)) });

/**
 * A statement that is built at its first call with each dialect.
 * @param build makes the statement. Values may go into it, and nothing else may be done with them: they are not known yet.
 * What they are must not change the statement, as null does that stands behind an equals sign.
 * @returns runs it with the values of a call, which are bound.
 */
export function prepared<V extends Values, Row>(
  build: (db: Database, values: V) => Compilable<Row>,
): (db: Database, values: V) => Promise<QueryResult<Row>> {
  const byDialect = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  return (db, values) => {
    const { adapter } = db.getExecutor();
    let compiled = byDialect.get(adapter);
    if (compiled === undefined) {
      // Only ever handed on to the database as parameters.
      compiled = build(db, slots as V).compile();
      byDialect.set(adapter, compiled);
    }
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name] : parameter,
    );
    return db.executeQuery({ ...compiled, parameters });
  };
}
