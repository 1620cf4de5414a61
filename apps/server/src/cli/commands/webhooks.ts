// SPDX-License-Identifier: Apache-2.0
import { DELIVERY_STATES } from '@perfuse/contract/launch/webhook';
import { z } from '@perfuse/contract/schema';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { findOrganisation } from '../find.ts';
import { iso, isoOrNull, listing, sheet } from '../output.ts';
import { examples, handle } from '../perform.ts';
import type { TerminalCommand } from '../terminal.ts';
import { inOrganisation, ORGANISATION_OPTION } from './one-organisation.ts';

const HOURS = 'must be a whole number of hours, 0 to 168';
const hours = z.pipe(
  z.string().check(z.regex(/^\d{1,3}$/, HOURS)),
  z.pipe(z.transform(Number), z.int().check(z.maximum(168, HOURS))),
);

function addSecrets(group: TerminalCommand): void {
  const secrets = group
    .command('secrets')
    .description('print the current signing secrets, newest first; creates the first one')
    .option(...ORGANISATION_OPTION);
  handle(secrets, inOrganisation, async ({ organisation }, operator) => {
    const { id } = await findOrganisation(operator, organisation);
    const work = () => operator.webhookSecrets.active(id);
    const rows = await operator.change('webhook-secret.show', id, work);
    const result = rows.map((row) => ({
      id: row.id,
      secret: row.secret,
      created: iso(row.createdAt),
      ends: isoOrNull(row.endsAt),
    }));
    return listing(
      result,
      ['SECRET', 'CREATED', 'ENDS'],
      (row) => [row.secret, row.created, row.ends],
      '',
    );
  });
  examples(secrets, 'perfuse webhook secrets --organisation acme');

  const rotate = group
    .command('rotate')
    .description('create a new secret; earlier ones keep signing for some hours')
    .option(...ORGANISATION_OPTION)
    .option('--overlap-hours <hours>', '0 to 168', '24');
  handle(
    rotate,
    z.extend(inOrganisation, { overlapHours: hours }),
    async ({ organisation, overlapHours }, operator) => {
      const { id } = await findOrganisation(operator, organisation);
      const made = await operator.change('webhook-secret.rotate', id, () =>
        operator.webhookSecrets.rotate(id, overlapHours),
      );
      const result = { id: made.id, secret: made.secret, created: iso(made.createdAt) };
      return { result, text: sheet(result) };
    },
  );
  examples(rotate, 'perfuse webhook rotate --organisation acme --overlap-hours 48');
}

/** Most deliveries listed at once. */
const MOST = 200;

/** Commands for the events sent to organisations, and the secrets that verify them. */
export function addWebhooks(program: TerminalCommand): void {
  const group = program
    .command('webhook')
    .alias('webhooks')
    .description('events sent to organisations, and the secrets that sign them');
  addSecrets(group);

  const list = group
    .command('list')
    .description('list deliveries, newest first')
    .option(...ORGANISATION_OPTION)
    .option('--configuration <id>', 'only this configuration')
    .option('--state <state>', DELIVERY_STATES.join(', '));
  handle(
    list,
    z.extend(inOrganisation, {
      configuration: z.optional(z.string()),
      state: z.optional(z.enum(DELIVERY_STATES)),
    }),
    async ({ organisation, configuration, state }, operator) => {
      const { id: organisationId } = await findOrganisation(operator, organisation);
      const filter = { organisationId, configurationId: configuration, state, limit: MOST };
      const rows = await operator.webhooks.list(filter);
      const result = rows.map(({ createdAt, updatedAt, ...row }) => ({
        ...row,
        created: iso(createdAt),
        updated: iso(updatedAt),
      }));
      return listing(
        result,
        ['CREATED', 'EVENT', 'STATE', 'TRIES', 'FAILURE', 'CONFIGURATION', 'ID'],
        (row) => [row.created, row.event, row.state, row.tries, row.failure, row.configId, row.id],
        'There are no deliveries.',
      );
    },
  );
  examples(list, 'perfuse webhook list --organisation acme --state failed');

  const replay = group
    .command('replay')
    .description('queue a delivery to be sent again; a running server sends it within seconds')
    .argument('[id]', 'id of the delivery')
    .option('--failed <configuration>', 'all failed deliveries of this configuration');
  const chosen = z.object({ id: z.optional(z.string()), failed: z.optional(z.string()) });
  handle(replay, chosen, async ({ id, failed }, { change, configurations, webhooks }) => {
    if ((id === undefined) === (failed === undefined)) {
      throw new ServiceError(
        'VALIDATION_ERROR',
        'Give the id of one delivery, or --failed <configuration>.',
      );
    }
    const configId = id === undefined ? (failed ?? '') : (await webhooks.find(id)).configId;
    const { organisation_id: organisationId } = await configurations.find(configId);
    const audited = { target: id ?? configId, organisationId };
    const ids = await change('delivery.replay', audited, async () => {
      if (id === undefined) return webhooks.replayFailed(configId);
      await webhooks.replay(id);
      return [id];
    });
    return { result: { ids }, text: `${String(ids.length)} queued again.` };
  });
  examples(replay, 'perfuse webhook replay --failed acme-web');
}
