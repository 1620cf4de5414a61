// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { findOrganisation } from '../find.ts';
import type { Operator } from '../operator.ts';
import { listing, type Cell } from '../output.ts';
import { handle } from '../perform.ts';
import type { TerminalCommand } from '../terminal.ts';

export const ORGANISATION_OPTION = [
  '-o, --organisation <name>',
  "identifier or id; default: the installation's own",
] as const;
export const inOrganisation = z.object({ organisation: z.optional(z.string()) });

interface Listed<Row> {
  readonly rows: (organisationId: string, operator: Operator) => Promise<readonly Row[]>;
  readonly columns: readonly string[];
  readonly cells: (row: Row) => readonly Cell[];
}

/** Adds a command that lists what an organisation has. @param what such as `studies`. */
export function addList<Row>(
  group: TerminalCommand,
  what: string,
  { rows, columns, cells }: Listed<Row>,
): void {
  const list = group
    .command('list')
    .description(`list the ${what} of an organisation`)
    .option(...ORGANISATION_OPTION);
  handle(list, inOrganisation, async ({ organisation }, operator) => {
    const { id } = await findOrganisation(operator, organisation);
    return listing(await rows(id, operator), columns, cells, `There are no ${what}.`);
  });
}
