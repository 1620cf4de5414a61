// SPDX-License-Identifier: Apache-2.0
/** Rotation of the key of stored secrets while people and organisations depend on values encrypted with it. */
import { launchedConfigurationSchema } from '@perfuse/contract/launch/configuration';
import { createHmac } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSignature, signedText, WEBHOOK_HEADERS } from '@perfuse/contract/launch/webhook';
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomSecret } from '../platform/crypto/digest.ts';
import { changeSecrets, withNewKeys } from '../platform/crypto/rotation.ts';
import { readSecrets } from '../platform/crypto/secrets.ts';
import { call } from '@perfuse/testing/client';
import { done, refused, runCommand } from '../testing/command.ts';
import { integrator, secretOf, type Integrator } from '../testing/integrator.ts';
import { pairOf, signIn } from '../testing/people.ts';
import { startReceiver, type Received, type Receiver } from '@perfuse/testing/receiver';
import { refusal } from '@perfuse/testing/refusal';
import { secondStep, stepOf, twoStepPerson, type TwoStepPerson } from '../testing/second-factor.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { until } from '@perfuse/testing/waiting';

const keys = z.array(
  z.object({
    kind: z.string(),
    kid: z.string(),
    state: z.string(),
    encrypted: z.nullable(z.int()),
  }),
);

describe('the encryption key', () => {
  let server: TestServer;
  let hook: Receiver;
  let there: Integrator;
  let ada: TwoStepPerson;
  let webhookSecret: string;
  let file: string;
  /** In the middle of a one-time-code step, and an hour later for each sign-in: no code expires or is used twice. */
  let clock = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;

  beforeAll(async () => {
    server = await startServer({
      now: () => clock,
      environment: { PERFUSE_PRIVATE_TARGETS: 'loopback', PERFUSE_RATE_STRICT: '1000' },
    });
    hook = await startReceiver();
    there = await integrator(server, { eventsWebhookEndpoint: `${hook.origin}/events` });
    ada = await twoStepPerson(server, () => clock);
    const [secret] = await server.app.organisations.webhookSecrets.active(there.organisationId);
    webhookSecret = secret?.secret ?? '';
    file = path.join(server.directory, 'secrets.json');
  });
  afterAll(async () => {
    await hook.stop();
    await server.stop();
  });

  const options = () => ({ directory: server.directory });
  const encryption = async () =>
    (await done(keys, ['secrets', 'list'], options())).filter(({ kind }) => kind === 'encryption');
  const signedIn = async () => {
    clock += 3_600_000;
    return secondStep(server, stepOf(await signIn(server, ada.email)), ada.app.fresh(clock));
  };
  /** Waits for a log line that contains all of these. */
  const untilLogged = (...parts: readonly string[]) =>
    until(
      () => server.log.find((line) => parts.every((part) => line.includes(part))),
      `the line '${parts.join(' … ')}'`,
    );
  let sequence = 0;
  const tell = async () => {
    sequence += 1;
    const opened = await call(server, 'GET', `/api/config/${there.configId}`);
    const launched = launchedConfigurationSchema.parse(opened.body);
    const event = {
      sessionId: launched.sessionId,
      sequence,
      event: 'CAMERA_STARTED',
      severity: 'INFO',
    };
    const timestamp = new Date().toISOString();
    const body = [{ ...event, timestamp, payload: {} }];
    return call(server, 'POST', `/api/webhook/${there.configId}`, {
      body,
      headers: secretOf(launched),
    });
  };
  const isGenuine = ({ headers, body }: Received): boolean => {
    const signature = parseSignature(String(headers[WEBHOOK_HEADERS.signature]));
    if (!signature.ok) return false;
    const text = signedText(signature.value.timestamp, body);
    const digest = createHmac('sha256', webhookSecret).update(text).digest('hex');
    return signature.value.digests.includes(digest);
  };
  const expectBoth = async () => {
    expect(pairOf(await signedIn()).Token).not.toBe('');
    const before = hook.received.length;
    await tell();
    const received = await hook.count(before + 1);
    expect(received.slice(before).every(isGenuine)).toBe(true);
  };

  it('is rotated while the server runs, and the old one can be removed once nothing needs it', async () => {
    expect(await encryption()).toMatchObject([
      { kid: 'first-encryption', state: 'in use', encrypted: 2 },
    ]);
    await done(keys, ['secrets', 'rotate', '--only', 'encryption', '--in', '0'], options());
    // Not re-encrypted yet: without the old key this would be lost.
    expect(
      await refused(['secrets', 'remove', 'first-encryption', '--yes'], options()),
    ).toMatchObject({
      code: 'RESTRICTED',
      message: expect.stringContaining('2 stored secrets') as unknown,
    });
    await expectBoth();
    await server.app.rereadSecrets();
    const rotated = await until(async () => {
      const all = await encryption();
      return all[0]?.encrypted === 0 ? all : undefined;
    }, 'everything re-encrypted');
    expect(rotated).toMatchObject([
      { kid: 'first-encryption', state: 'past', encrypted: 0 },
      { state: 'in use', encrypted: 2 },
    ]);
    await untilLogged('encrypts nothing any more and can be retired a day after it ended');
    await expectBoth();
    await done(keys, ['secrets', 'remove', 'first-encryption', '--yes'], options());
    await server.app.rereadSecrets();
    expect(await encryption()).toHaveLength(1);
    await expectBoth();
  });

  it('if lost, disables only what it encrypted, with the setting named in the log, until it is restored', async () => {
    const kept = await readFile(file, 'utf8');
    const other = await twoStepPerson(server, () => clock);
    // As if an operator installed another file.
    const encryptionKeys = [{ kid: 'another', k: randomSecret(), from: 0 }];
    await writeFile(
      file,
      JSON.stringify({ ...z.looseObject({}).parse(JSON.parse(kept)), encryptionKeys }),
    );
    await server.app.rereadSecrets();

    const answer = await signedIn();
    expect(answer).toMatchObject(refusal(503, 'SERVICE_UNAVAILABLE'));
    expect(JSON.stringify(answer.body)).not.toContain('PERFUSE');
    await untilLogged('an encryption key is missing', 'PERFUSE_SECRETS_FILE');
    const listed = await runCommand(['webhook', 'secrets', '-o', there.identifier], options());
    expect(listed.code).not.toBe(0);
    expect(listed.errors).toContain('PERFUSE_SECRETS_FILE lacks the encryption key');
    // A recovery code is hashed, not encrypted, and still works.
    const step = stepOf(await signIn(server, other.email));
    expect((await secondStep(server, step, other.recoveryCodes[0] ?? '')).status).toBe(200);
    const before = hook.received.length;
    await tell();
    const waiting = await until(async () => {
      const rows = await server.app.events.webhooks.list({
        configurationId: there.configId,
        limit: 10,
      });
      return rows.find(({ failure }) => failure === 'LOST_ENCRYPTION_KEY');
    }, 'a delivery that waits for the key');
    expect(hook.received).toHaveLength(before);

    await writeFile(file, kept);
    await server.app.rereadSecrets();
    expect(pairOf(await signedIn()).Token).not.toBe('');
    await server.app.events.webhooks.replay(waiting.id);
    server.app.platform.jobs.trigger('webhook');
    expect((await hook.count(before + 1)).slice(before).every(isGenuine)).toBe(true);
  });
});

describe('old keys', () => {
  const DAY_MS = 86_400_000;
  let server: TestServer;
  let file: string;
  beforeAll(async () => {
    server = await startServer();
    file = path.join(server.directory, 'secrets.json');
  });
  afterAll(() => server.stop());

  const retire = (...more: string[]) =>
    done(keys, ['secrets', 'retire', ...more], { directory: server.directory });

  it('stay in use for ten minutes after a rotation', async () => {
    const aged = path.join(server.directory, 'rotated.json');
    await copyFile(file, aged);
    const before = Date.now();
    const rotated = z.array(z.object({ state: z.string(), from: z.nullable(z.string()) }));
    const words = ['secrets', 'rotate', '--file', aged];
    const all = await done(rotated, words, { directory: server.directory });
    const coming = all.filter(({ state }) => state === 'coming');
    expect(coming).toHaveLength(3);
    for (const { from } of coming) {
      expect((Date.parse(from ?? '') - before) / 60_000).toBeCloseTo(10, 0);
    }
  });

  it.each([
    ['signing', 90],
    ['cookies', 180],
    ['encryption', 1],
  ] as const)('of %s are retired %i days after they ended', async (kind, days) => {
    const aged = path.join(server.directory, `${kind}.json`);
    const first = await readSecrets(file);
    for (const [age, left] of [
      [days * DAY_MS - 3_600_000, 2],
      [days * DAY_MS + 3_600_000, 1],
    ] as const) {
      const secrets = await withNewKeys(first, [kind], Date.now() - age);
      await writeFile(aged, JSON.stringify(secrets));
      const all = await retire('--file', aged);
      expect(all.filter((key) => key.kind === kind)).toHaveLength(left);
    }
  });

  it('are not retired while they encrypt anything; all values but damaged ones are re-encrypted', async () => {
    const { database, encryption } = server.app.platform;
    const { organisationId: organisation_id } = server.app.installation;
    const encrypted = await encryption.encrypt('webhook-secret', 'whsec_1');
    const row = (id: string, value: string) => {
      const rest = { organisation_id, ends_at: null, created_at: 0 };
      return { id, encrypted: value, ...rest };
    };
    const sound = Array.from({ length: 250 }, (_, at) => row(String(at), encrypted));
    const rows = [row('!', `${encrypted}damaged`), ...sound];
    await database.insertInto('webhook_secrets').values(rows).execute();
    await changeSecrets(file, async (present) => ({
      secrets: await withNewKeys(present, ['encryption'], Date.now() - 2 * DAY_MS),
      result: null,
    }));
    const encrypts = async () =>
      (await retire()).filter(({ kind }) => kind === 'encryption').map((key) => key.encrypted);
    expect(await encrypts()).toEqual([251, 0]);
    await server.app.rereadSecrets();
    await expect.poll(encrypts).toEqual([1, 250]);
    await expect
      .poll(() => server.log.filter((line) => line.includes('values are damaged')))
      .toEqual([expect.stringContaining('"count":1')]);
    await database.deleteFrom('webhook_secrets').where('id', '=', '!').execute();
    expect(await encrypts()).toEqual([250]);
  });
});
