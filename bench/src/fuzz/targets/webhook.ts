// SPDX-License-Identifier: Apache-2.0
/** Signatures of webhooks. An input is the signature header, a line break and the body. */
import { IntegratorError, verifySignature, verifyWebhook } from '@perfuse/integrator';
import { formatSignature, parseSignature, signedText } from '@perfuse/contract/launch/webhook';
import { createHmac } from 'node:crypto';
import { bytesOf, textOf } from '../engine/bytes.ts';
import { assertThat, isSame, resultOrRefusal } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';

const NOW_S = 1_767_225_600;
const SECRETS = ['old-secret', 'new-secret'] as const;
const isRefusal = (error: unknown): boolean => error instanceof IntegratorError;
const digest = (secret: string, timestamp: number, body: string): string =>
  createHmac('sha256', secret).update(signedText(timestamp, body)).digest('hex');

export function openWebhook(): Promise<Target> {
  const event = {
    configId: 'conf-acme',
    sessionId: 's-1',
    event: 'measurement_started',
    timestamp: '2026-01-01T00:00:00.000Z',
    data: {},
  };
  const body = JSON.stringify(event);
  const signed = (timestamp: number, secrets: readonly string[], text = body): Uint8Array =>
    bytesOf(
      `${formatSignature({ timestamp, digests: secrets.map((one) => digest(one, timestamp, text)) })}\n${text}`,
    );
  const options = { now: () => NOW_S * 1000 };
  return Promise.resolve({
    seeds: [
      signed(NOW_S, [SECRETS[0]]),
      signed(NOW_S, SECRETS),
      signed(NOW_S - 301, SECRETS),
      signed(NOW_S, ['']),
      signed(NOW_S, SECRETS, '{}'),
      bytesOf('t=1,v1=00\n{}'),
    ],
    words: ['t=', 'v1=', ',', String(NOW_S), 'v0=', '\n'],
    run: async (input) => {
      const text = textOf(input);
      const line = text.indexOf('\n');
      const header = line < 0 ? text : text.slice(0, line);
      const given = line < 0 ? '' : text.slice(line + 1);
      const parsed = parseSignature(header);
      if (parsed.ok) {
        const again = parseSignature(formatSignature(parsed.value));
        if (header.length < 900) {
          assertThat(
            again.ok && isSame(again.value, parsed.value),
            'a signature can be written and read',
          );
        }
      }
      const headers = { 'Perfuse-Signature': header };
      // Conversely, with a valid signature this body is read as an event or refused.
      const rightly = formatSignature({
        timestamp: NOW_S,
        digests: [digest(SECRETS[1], NOW_S, given)],
      });
      const own = verifySignature({ 'perfuse-signature': rightly }, given, SECRETS, options);
      assertThat(own === given, 'what is signed rightly is given back as it came');
      await resultOrRefusal(
        () => verifyWebhook(new Headers({ 'perfuse-signature': rightly }), given, SECRETS, options),
        isRefusal,
      );
      const read = await resultOrRefusal(
        () => verifySignature(headers, given, SECRETS, options),
        isRefusal,
      );
      if (read === undefined) return;
      assertThat(parsed.ok, 'a signature of no form is believed');
      const { timestamp, digests } = parsed.value;
      const genuine = SECRETS.some((one) => digests.includes(digest(one, timestamp, given)));
      assertThat(genuine, 'a delivery is believed that no secret signed');
      assertThat(Math.abs(timestamp - NOW_S) <= 300, 'an old delivery is believed');
    },
  });
}
