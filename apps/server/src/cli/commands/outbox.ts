// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import type { Message } from '../../platform/mail/outbox.ts';
import { iso, isoOrNull, listing, plain, sheet } from '../output.ts';
import { examples, handle } from '../perform.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { TerminalCommand } from '../terminal.ts';

/** More than any outbox holds: messages expire within three days. */
const ALL = 100_000;

const view = (row: Message) => ({
  id: row.id,
  channel: row.channel,
  recipient: row.recipient,
  subject: row.subject,
  state: row.state,
  tries: row.tries,
  failure: row.failure,
  created: iso(row.createdAt),
  expires: isoOrNull(row.expiresAt),
  body: row.body,
});

/** The body with its line breaks. */
const bodyText = (body: string): string => body.trimEnd().split('\n').map(plain).join('\n');

export function addOutbox(program: TerminalCommand): void {
  const group = program
    .command('outbox')
    .description('emails and text messages that are waiting to be sent');
  const list = group
    .command('list')
    .description('list the messages, newest first')
    .option('--to <recipient>', 'only messages to this address or number');
  handle(list, z.object({ to: z.optional(z.string()) }), async ({ to }, { accounts }) => {
    const all = await accounts.outbox.list(ALL);
    const rows = all.filter(({ recipient }) => to === undefined || recipient === to).map(view);
    return listing(
      rows,
      ['CREATED', 'STATE', 'TRIES', 'FAILURE', 'BY', 'TO', 'SUBJECT', 'ID'],
      ({ created, state, tries, failure, channel, recipient, subject, id }) => [
        created,
        state,
        tries,
        failure,
        channel,
        recipient,
        subject,
        id,
      ],
      'The outbox is empty.',
    );
  });
  examples(list, 'perfuse outbox list', 'perfuse outbox list --to jo@acme.example --json');

  const show = group
    .command('show')
    .description('show one message; default: the newest')
    .argument('[id]')
    .option('--to <recipient>', 'the newest one for this address or number');
  handle(
    show,
    z.object({ id: z.optional(z.string()), to: z.optional(z.string()) }),
    async ({ id, to }, { accounts }) => {
      const found = (await accounts.outbox.list(ALL)).find(
        (row) => (id === undefined || row.id === id) && (to === undefined || row.recipient === to),
      );
      if (found === undefined) throw new ServiceError('NOT_FOUND', 'There is no such message.');
      const { body, ...head } = view(found);
      return { result: { ...head, body }, text: `${sheet(head)}\n\n${bodyText(body)}` };
    },
  );
  examples(show, 'perfuse outbox show --to jo@acme.example');

  const retry = group
    .command('retry')
    .description('queue a message to be sent again; a running server sends it within seconds')
    .argument('[id]', 'id of the message')
    .option('--failed', 'all failed messages');
  const chosen = z.object({ id: z.optional(z.string()), failed: z.optional(z.boolean()) });
  handle(retry, chosen, async ({ id, failed }, { accounts: { outbox }, change }) => {
    if ((id === undefined) === (failed === undefined)) {
      throw new ServiceError('VALIDATION_ERROR', 'Give the id of one message, or --failed.');
    }
    const ids = await change('message.retry', id ?? '', async () => {
      if (id === undefined) return outbox.retryFailed();
      await outbox.retry(id);
      return [id];
    });
    return { result: { ids }, text: `${String(ids.length)} queued again.` };
  });
  examples(retry, 'perfuse outbox retry --failed');
}
