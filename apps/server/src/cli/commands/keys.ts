// SPDX-License-Identifier: Apache-2.0
import { KEY_CURVES, KEY_PURPOSES } from '@perfuse/contract/account/keys';
import { z } from '@perfuse/contract/schema';
import { assertFound, findOrganisation } from '../find.ts';
import { readJson } from '../input.ts';
import { iso, sheet } from '../output.ts';
import { examples, handle } from '../perform.ts';
import type { TerminalCommand } from '../terminal.ts';
import { addList, inOrganisation, ORGANISATION_OPTION } from './one-organisation.ts';

const keyFields = {
  purpose: z.enum(KEY_PURPOSES),
  name: z._default(z.string(), ''),
};
const withKeyOptions = (command: TerminalCommand): TerminalCommand =>
  command
    .option(...ORGANISATION_OPTION)
    .requiredOption('--purpose <purpose>', 'launch: signs launches; results: encrypts results')
    .option('--name <name>', 'your name for the key');

export function addKeys(program: TerminalCommand): void {
  const group = program.command('key').description('keys that sign launches and decrypt results');
  const create = withKeyOptions(
    group.command('create').description('create a key pair; the private key is printed only once'),
  ).option('--curve <curve>', `${KEY_CURVES.join(' or ')}; results keys must be P-256`, 'P-256');
  handle(
    create,
    z.extend(inOrganisation, { ...keyFields, curve: z.enum(KEY_CURVES) }),
    async ({ organisation, purpose, name, curve }, operator) => {
      const { id: organisationId } = await findOrganisation(operator, organisation);
      const made = await operator.change(
        'key.create',
        { target: '', organisationId, details: [purpose] },
        () => operator.keys.create({ organisationId, purpose, name }, curve),
        ({ id }) => id,
      );
      const { id, publicKey, privateKey } = made;
      return {
        result: { id, purpose, name, publicKey, privateKey },
        text: `${sheet({ id, purpose, name, curve })}\n\n${privateKey.trim()}\n\nSave the private key now. It is not stored.`,
      };
    },
  );
  examples(
    create,
    'perfuse key create --organisation acme --purpose launch --curve Ed25519',
    'perfuse key create --organisation acme --purpose results',
  );

  const add = withKeyOptions(
    group
      .command('add')
      .description('register the public key of a pair that the organisation created'),
  ).requiredOption('--public-key <file>', 'public JSON web key; - is standard input');
  handle(
    add,
    z.extend(inOrganisation, { ...keyFields, publicKey: z.string() }),
    async ({ organisation, purpose, name, publicKey }, operator, terminal) => {
      const { id: organisationId } = await findOrganisation(operator, organisation);
      const key = await readJson(terminal, publicKey);
      const id = await operator.change(
        'key.add',
        { target: '', organisationId, details: [purpose] },
        () => operator.keys.add({ organisationId, purpose, name }, key),
        (made) => made,
      );
      return { result: { id, purpose, name }, text: sheet({ id, purpose, name }) };
    },
  );
  examples(add, 'perfuse key add --organisation acme --purpose launch --public-key acme.jwk.json');

  addList(group, 'keys', {
    rows: async (id, operator) =>
      (await operator.keys.list(id)).map((row) => ({
        id: row.id,
        purpose: row.purpose,
        name: row.name,
        active: row.active,
        publicKey: row.public_key,
        created: iso(row.created_at),
      })),
    columns: ['ID', 'PURPOSE', 'CURVE', 'ACTIVE', 'NAME'],
    cells: (row) => [row.id, row.purpose, row.publicKey.crv, row.active, row.name],
  });

  handle(
    group.command('revoke').description('revoke a key').argument('<id>'),
    z.object({ id: z.string() }),
    async ({ id }, { keys, change }) => {
      await change('key.revoke', id, async () => assertFound(await keys.revoke(id), 'key', id));
      return { result: { id }, text: `Key ${id} is revoked.` };
    },
  );
}
