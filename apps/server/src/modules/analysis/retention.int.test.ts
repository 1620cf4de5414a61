// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStorage } from '../../platform/storage/embedded-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { ChunkRepository } from './chunks/chunk-repository.ts';
import { DeviceRepository } from '../accounts/tokens/device-repository.ts';
import { MeasurementRepository } from '../measurements/measurement-repository.ts';
import { OrganisationRepository } from '../organisations/organisation-repository.ts';
import { ResultRepository } from '../measurements/result-repository.ts';
import { insertUser } from '../accounts/users/user-repository.ts';
import { temporaryFolder } from '../../testing/server.ts';
import { ABANDONED_MS } from './analysis.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('housekeeping', () => {
  let directory: string;
  let storage: Storage;
  let time = 1_800_000_000_000;
  const now = () => time;
  const erased = () => Promise.resolve();
  let deviceId: string;
  let studyId: string;
  const familyId = 'f';

  beforeEach(async () => {
    directory = await temporaryFolder();
    storage = await openStorage(directory);
    const organisations = new OrganisationRepository(storage.database, now);
    studyId = randomUUID();
    deviceId = randomUUID();
    const organisation_id = 'o';
    const guest_licence_id = randomUUID();
    await organisations.createInstallation(
      { organisation_id, study_id: studyId, guest_licence_id },
      { organisation: 'o', study: 's', description: '' },
      'hash',
    );
    await new DeviceRepository(storage.database, now).register(
      {
        id: deviceId,
        user: null,
        organisationId: organisation_id,
        licenceId: guest_licence_id,
        type: 'WEB',
        name: '',
        identifier: '',
        version: '',
      },
      {
        id: familyId,
        accessLifetimeS: 60,
        refreshHash: 'r',
        expiresAt: time + 48 * HOUR,
        endsAt: 0,
      },
    );
  });
  afterEach(async () => {
    await storage.close();
    await rm(directory, { recursive: true, force: true });
  });

  const round = async () => {
    const measurements = new MeasurementRepository(storage.database, now, erased);
    await measurements.abandon(now() - ABANDONED_MS);
    await measurements.expire(now() - 24 * HOUR);
    await new DeviceRepository(storage.database, now).purge();
  };
  const count = async (
    table: 'devices' | 'measurements' | 'chunks' | 'results' | 'token_families' | 'refresh_tokens',
  ) => {
    const rows = await storage.database.selectFrom(table).selectAll().execute();
    return rows.length;
  };

  async function measurement(isLast: boolean, userId: string | null = null): Promise<string> {
    const id = randomUUID();
    await new MeasurementRepository(storage.database, now, erased).open(
      {
        id,
        organisationId: 'o',
        deviceId,
        consent: { userId, receiptId: null, isStored: userId !== null },
        studyId,
        profileId: null,
        partnerId: '',
        mode: '',
        resolution: 0,
      },
      8,
    );
    const payload = new Uint8Array([1, 2, 3]);
    const chunk = {
      position: 0,
      digest: 'd',
      payload,
      firstMs: 0,
      lastMs: 1,
      isLast,
      wanted: true,
    };
    await new ChunkRepository(storage.database, { now }).add(deviceId, id, chunk, () => 'append');
    return id;
  }

  const finish = (measurementId: string, Code: string) =>
    new ResultRepository(storage.database, now).store({
      id: randomUUID(),
      measurementId,
      position: 0,
      digest: 'd',
      isFinal: true,
      channels: {},
      error: { Code },
    });

  it('closes a measurement that receives no more data, and deletes its chunks', async () => {
    const id = await measurement(false);
    time += 9 * MINUTE;
    await round();
    expect(await count('chunks')).toBe(1);
    time += 2 * MINUTE;
    await round();
    expect(await count('chunks')).toBe(0);
    const row = await new MeasurementRepository(storage.database, now, erased).find(
      { deviceId, userId: null },
      id,
    );
    expect(row?.status).toBe('INCOMPLETE');
  });

  it('keeps data that waits for analysis, however long', async () => {
    await measurement(true);
    time += 100 * HOUR;
    await round();
    expect(await count('chunks')).toBe(1);
  });

  it('deletes the results of a guest after the retention period, not before', async () => {
    await finish(await measurement(true), 'OK');
    expect(await count('chunks')).toBe(0);
    time += 23 * HOUR;
    await round();
    expect(await count('results')).toBe(1);
    time += 2 * HOUR;
    await round();
    expect([await count('results'), await count('measurements')]).toEqual([0, 0]);
  });

  /** A measurement in the history of a person. */
  async function kept(): Promise<{ readonly userId: string; readonly id: string }> {
    const userId = randomUUID();
    const user = { id: userId, organisationId: 'o', email: 'a@b.example' } as const;
    await insertUser(storage.database, { ...user, phoneNumber: null, passwordHash: null }, time);
    const id = await measurement(true, userId);
    await finish(id, 'OK');
    return { userId, id };
  }

  it('keeps measurements in a history, except failed and abandoned ones', async () => {
    const { userId, id: good } = await kept();
    await finish(await measurement(true, userId), 'WORKER_ERROR');
    await measurement(false, userId);
    await round();
    expect(await count('measurements')).toBe(3);
    time += 25 * HOUR;
    await round();
    time += 25 * HOUR;
    await round();
    const left = await storage.database.selectFrom('measurements').select('id').execute();
    expect(left).toEqual([{ id: good }]);
  });

  it('deletes a device with its tokens once they have expired and its measurements are deleted', async () => {
    await measurement(false);
    time += 47 * HOUR;
    await round();
    expect(await count('devices')).toBe(1);
    time += 2 * HOUR;
    await round();
    expect(await count('devices')).toBe(1);
    time += 24 * HOUR;
    await round();
    expect([await count('devices'), await count('refresh_tokens')]).toEqual([0, 0]);
  });

  it('keeps a device while its access token is valid, even after its refresh token has expired', async () => {
    time += 48 * HOUR + 59_000;
    await round();
    expect(await count('devices')).toBe(1);
    time += 1_000;
    await round();
    expect(await count('devices')).toBe(0);
  });

  const sessions = async () => [
    await count('devices'),
    await count('token_families'),
    await count('refresh_tokens'),
  ];

  it('keeps a device that a history refers to, without its ended session, until nothing does', async () => {
    const { userId, id } = await kept();
    time += 49 * HOUR;
    await round();
    expect(await sessions()).toEqual([1, 0, 0]);
    await new MeasurementRepository(storage.database, now, erased).remove({ deviceId, userId }, id);
    await round();
    expect(await count('devices')).toBe(0);
  });

  it('checks 2,000 devices per run, and starts over after the last', async () => {
    const devices = new DeviceRepository(storage.database, now);
    const there = await storage.database
      .selectFrom('devices')
      .selectAll()
      .executeTakeFirstOrThrow();
    const add = (ids: readonly string[]) =>
      storage.database
        .insertInto('devices')
        .values(ids.map((id) => ({ ...there, id })))
        .execute();
    // Their ids sort before that of the open session's device.
    await add(Array.from({ length: 2001 }, (_none, index) => `-${String(index)}`));
    expect([await devices.purge(), await devices.purge()]).toEqual([2000, 1]);
    await add(['-']);
    expect([await devices.purge(), await count('devices')]).toEqual([1, 1]);
  });

  it('deletes a revoked session together with its tokens', async () => {
    await kept();
    await new DeviceRepository(storage.database, now).revokeFamily(familyId);
    await round();
    expect(await sessions()).toEqual([1, 0, 0]);
  });

  const renewed = () =>
    new DeviceRepository(storage.database, now).rotate({
      familyId,
      presentedHash: 'r',
      next: { hash: 'next', expiresAt: time + 96 * HOUR, encrypted: 'next for r' },
      again: 'same',
      usedBy: 'device',
      client: null,
    });

  it('clears the answer of a renewal, and who got it, once it is no longer repeated', async () => {
    await renewed();
    const answers = () =>
      storage.database
        .selectFrom('refresh_tokens')
        .select(['answer', 'next_hash', 'used_by'])
        .orderBy('hash', 'desc')
        .execute();
    const none = { answer: '', next_hash: '', used_by: '' };
    time += 29_000;
    await round();
    const kept = { answer: 'next for r', next_hash: 'next', used_by: 'device' };
    expect(await answers()).toEqual([kept, none]);
    time += 1_000;
    await round();
    expect(await answers()).toEqual([none, none]);
  });

  it('deletes the refresh tokens of an open session as they expire', async () => {
    await renewed();
    time += 47 * HOUR;
    await round();
    expect(await sessions()).toEqual([1, 1, 2]);
    time += HOUR;
    await round();
    expect(await sessions()).toEqual([1, 1, 1]);
  });
});
