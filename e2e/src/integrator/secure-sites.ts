// SPDX-License-Identifier: Apache-2.0
/** Two web sites over https on one port of this machine: the product behind its proxy, and a page that embeds it. */
import { createServer } from 'node:https';
import { selfSigned } from '@perfuse/testing/certificate';
import { listen } from '@perfuse/testing/local-server';
import { forward } from '../forward.ts';

/** Names that resolve on this machine only; they belong to different sites. */
const PRODUCT = 'vitals.example';
const AROUND = 'clinic.example';

/** Arguments of a browser that resolves these sites to this machine and accepts their certificate. */
export const SECURE_SITES = [
  `--host-resolver-rules=MAP ${PRODUCT} 127.0.0.1, MAP ${AROUND} 127.0.0.1`,
  '--ignore-certificate-errors',
];

export interface SecureSites {
  /** `https://name:port`, of the product and of the page that embeds it. */
  readonly product: string;
  readonly around: string;
  /** Sets the address that the embedding page shows in its frame. */
  readonly show: (address: string) => void;
  readonly close: () => Promise<void>;
}

/** @param target `host:port` of the server, which must trust the forwarded headers of this proxy. */
export async function secureSites(target: string): Promise<SecureSites> {
  const { certificate, key } = selfSigned();
  let framed = 'about:blank';
  const server = createServer({ cert: certificate, key }, (incoming, outgoing) => {
    const { host = '' } = incoming.headers;
    if (!host.startsWith(PRODUCT)) {
      outgoing.writeHead(200, { 'content-type': 'text/html' });
      const style = 'width: 100%; height: 800px';
      outgoing.end(`<!doctype html><iframe src="${framed}" allow="camera" style="${style}">`);
      return;
    }
    const outside = { 'x-forwarded-proto': 'https', 'x-forwarded-host': host };
    forward(incoming, outgoing, `http://${target}`, outside);
  });
  const { port, close } = await listen(server);
  return {
    product: `https://${PRODUCT}:${String(port)}`,
    around: `https://${AROUND}:${String(port)}`,
    show: (address) => (framed = address),
    close,
  };
}
