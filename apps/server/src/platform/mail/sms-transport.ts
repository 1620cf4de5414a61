// SPDX-License-Identifier: Apache-2.0
import { JobError } from '../jobs/job-error.ts';
import type { Transport } from './transport.ts';

const TIMEOUT_MS = 10_000;

export interface SmsGateway {
  /** Where to post. */
  readonly url: string;
  /** Value of the Authorization header, if the gateway requires one. */
  readonly authorization?: string;
  /**
   * What to post, with the placeholders `{to}` and `{text}`: JSON when it begins with `{`, else a form such as
   * `To={to}&Body={text}`.
   */
  readonly template: string;
}

const asJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Fills a gateway's template; values are escaped, so that they cannot change its structure. */
export function fillTemplate(template: string, to: string, text: string): string {
  const encode = template.trimStart().startsWith('{') ? asJson : encodeURIComponent;
  return template.replaceAll(/\{(to|text)\}/g, (_all, name) => encode(name === 'to' ? to : text));
}

/** Text messages over an HTTP gateway. */
export function smsTransport({ url, authorization, template }: SmsGateway): Transport {
  const isJson = template.trimStart().startsWith('{');
  return {
    send: async ({ recipient, body }, signal) => {
      const limit = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        headers: {
          'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
          ...(authorization !== undefined && { authorization }),
        },
        body: fillTemplate(template, recipient, body),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new JobError(`HTTP_${String(response.status)}`);
    },
  };
}
