// SPDX-License-Identifier: Apache-2.0
/**
 * Kysely's two dialects, brought to one language where they differ: `blob` columns are PostgreSQL's `bytea`, and row
 * locks, which SQLite neither knows nor needs because its transactions run one at a time, are left out there.
 */
import {
  PostgresDialect,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  type DataTypeNode,
  type DialectAdapter,
  type QueryCompiler,
  type SelectModifierNode,
} from 'kysely';

const ROW_LOCKS: ReadonlySet<string | undefined> = new Set([
  'ForUpdate',
  'ForNoKeyUpdate',
  'ForShare',
  'ForKeyShare',
  'NoWait',
  'SkipLocked',
]);

class WithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!ROW_LOCKS.has(node.modifier)) super.visitSelectModifier(node);
  }
}

class WithBlobs extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    if (node.dataType === 'blob') this.append('bytea');
    else super.visitDataType(node);
  }
}

/** SQLite undoes changes of the schema like any others: a migration that is cut short was never begun. */
class WithTransactionalSchema extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export class EmbeddedDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new WithTransactionalSchema();
  }

  override createQueryCompiler(): QueryCompiler {
    return new WithoutRowLocks();
  }
}

export class ServerDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new WithBlobs();
  }
}
