// SPDX-License-Identifier: Apache-2.0
/** What an input makes the server post to goes nowhere: every name is one of this machine, and no https begins. */
import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

/** Nothing listens here. */
const DISCARD = { host: '127.0.0.1', port: 9 } as const;

type Done = (error: null, found: unknown, family?: number) => void;

const LOCAL = { address: '127.0.0.1', family: 4 } as const;

/** As `dns.lookup` is called: with options, with a family or without either. */
function lookup(_name: string, options: unknown, then?: Done): void {
  const done = then ?? (typeof options === 'function' ? options : undefined);
  const isAll =
    typeof options === 'object' && options !== null && Reflect.get(options, 'all') === true;
  const found = isAll ? [null, [LOCAL]] : [null, LOCAL.address, LOCAL.family];
  queueMicrotask(() => {
    if (done !== undefined) Reflect.apply(done, undefined, found);
  });
}

export function cutOffNetwork(): void {
  Reflect.set(dns, 'lookup', lookup);
  Reflect.set(https, 'request', () => http.request(DISCARD));
  syncBuiltinESMExports();
}
