// SPDX-License-Identifier: Apache-2.0
/** Data that integrators' servers read: callbacks, plain and encrypted results, and answers of the results API. */
import { callbackResults } from '@perfuse/contract/launch/results';
import { CompactEncrypt } from 'jose';
import { createPublicKey } from 'node:crypto';
import { IntegratorError, readCallback, readResults, readResultsApi } from '@perfuse/integrator';
import { bytesOf, jsonOf, latinOf, textOf } from '../engine/bytes.ts';
import { assertThat, resultOrRefusal } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';
import { p256 } from './keys.ts';

const KEY = p256(6);
const keys = { resultsKey: { id: 'key', privateKey: KEY } };
const isRefusal = (error: unknown): boolean => error instanceof IntegratorError;

export async function openCallback(): Promise<Target> {
  const channels = {
    HR_BPM: { value: 61, unit: '/min', kind: 'measured', source: 'pulse', notes: [] },
  } as const;
  const json = JSON.stringify(callbackResults('m-1', channels, 4));
  const clear = Buffer.from(json).toString('base64url');
  const jwe = await new CompactEncrypt(bytesOf(json))
    .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: 'key' })
    .encrypt(createPublicKey(KEY));
  const fields = Buffer.from('{"age":"INVALID_AGE"}').toString('base64');
  const posted = { results: clear, resultsAreEncrypted: false, sessionId: 's-1' };
  return {
    seeds: [
      `/done?results=${clear}&sessionId=s-1`,
      `/done?results=${encodeURIComponent(jwe)}&sessionId=s-1`,
      '/done?dataId=17&sessionId=s-1',
      `https://clinic.example/done?error=PROFILE_VALIDATION_FAILED&sessionId=s-1&details=${fields}`,
      clear,
      jwe,
      JSON.stringify(posted),
      JSON.stringify({ ...posted, results: jwe, resultsAreEncrypted: true }),
      json,
    ].map(bytesOf),
    words: ['results=', '&sessionId=', '&error=', '&details=', 'p2c', 'zip', 'DEF', 'epk', 'apu'],
    run: async (input) => {
      const text = textOf(input);
      const called = await resultOrRefusal(() => readCallback(text, keys), isRefusal);
      if (called?.kind === 'error') {
        assertThat(/^[\w.-]{1,100}$/.test(called.error), 'an error is a code');
      }
      await resultOrRefusal(() => readCallback(new URLSearchParams(text)), isRefusal);
      const read = await resultOrRefusal(() => readResults(latinOf(input), keys), isRefusal);
      const again =
        read && (await readResults(Buffer.from(JSON.stringify(read)).toString('base64url')));
      assertThat(
        JSON.stringify(again) === JSON.stringify(read),
        'results that are read can be written and read',
      );
      await resultOrRefusal(() => readResultsApi(text, keys), isRefusal);
      await resultOrRefusal(() => readResultsApi(jsonOf(text), keys), isRefusal);
      const ours = Buffer.from(input).toString('base64');
      await resultOrRefusal(() => readResults(ours), isRefusal);
    },
  };
}
