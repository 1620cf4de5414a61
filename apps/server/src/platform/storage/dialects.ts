// SPDX-License-Identifier: Apache-2.0
/**
 * Kysely's SQLite dialect without row locks, which SQLite neither has nor needs: its transactions run one at a time.
 */
import {
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
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
