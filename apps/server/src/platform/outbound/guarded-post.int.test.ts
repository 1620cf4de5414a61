// SPDX-License-Identifier: Apache-2.0
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WAIT_MS } from '@perfuse/testing/waiting';
import { addressTest, hostTest } from '../config/addresses.ts';
import {
  createGuardedPost,
  createTargetCheck,
  PostError,
  type GuardOptions,
} from './guarded-post.ts';

const POST = { headers: { 'x-one': '1' }, body: '{"a":1}' };

interface Peer {
  readonly port: number;
  readonly seen: { readonly path: string; readonly method: string; readonly body: string }[];
}

describe('posting to an untrusted address', () => {
  const servers: Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  async function peer(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<Peer> {
    const seen: Peer['seen'] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        seen.push({ path: request.url ?? '', method: request.method ?? '', body });
        answer(request, response);
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Proven: a server that listens on TCP has such an address.
    return { port: (server.address() as AddressInfo).port, seen };
  }
  const good = () => peer((_request, response) => void response.end('done'));
  const at = ({ port }: Peer, path = '/hook'): string => `http://127.0.0.1:${String(port)}${path}`;

  const allowing = (options: Partial<GuardOptions> = {}) =>
    createGuardedPost({ allows: addressTest(['loopback']), timeoutMs: WAIT_MS, ...options });
  const strict = (options: Partial<GuardOptions> = {}) =>
    createGuardedPost({ allows: addressTest([]), timeoutMs: WAIT_MS, ...options });
  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'answered',
      (error: unknown) => (error instanceof PostError ? error.code : error),
    );

  it('sends body and headers and returns the answer, where the operator allows the address', async () => {
    const there = await good();
    expect(await allowing()(at(there), POST)).toEqual({ status: 200, body: 'done' });
    expect(there.seen).toEqual([{ path: '/hook', method: 'POST', body: POST.body }]);
  });

  it('refuses this machine and private networks, in every notation', async () => {
    const there = await good();
    const port = String(there.port);
    for (const address of [
      at(there),
      `http://localhost:${port}/`,
      `https://localhost:${port}/`,
      `https://0x7f000001:${port}/`,
      `https://2130706433:${port}/`,
      `https://127.1:${port}/`,
      `https://0.0.0.0:${port}/`,
      `https://[::1]:${port}/`,
      `https://[::ffff:127.0.0.1]:${port}/`,
      `https://[::ffff:7f00:1]:${port}/`,
      'https://169.254.169.254/latest/meta-data/',
      'https://10.0.0.1/',
      'https://[fd00::1]/',
    ]) {
      expect(await codeOf(strict()(address, POST)), address).toBe('ADDRESS_REFUSED');
    }
    expect(there.seen).toEqual([]);
  });

  it('refuses a public name that resolves to a private address, also as one of several', async () => {
    const inside = { address: '127.0.0.1', family: 4 };
    const outside = { address: '93.184.216.34', family: 4 };
    for (const addresses of [[inside], [outside, inside]]) {
      const post = strict({ resolve: () => Promise.resolve(addresses) });
      expect(await codeOf(post('https://rebind.example/', POST))).toBe('ADDRESS_REFUSED');
    }
  });

  it.each([
    ['an address that is not allowed', 'https', '10.0.0.1', 'ADDRESS_REFUSED'],
    ['a public address, by plain http', 'http', '93.184.216.34', 'PROTOCOL_REFUSED'],
  ])(
    'refuses a name that resolves to an allowed address and %s',
    async (_, scheme, other, code) => {
      const addresses = ['127.0.0.1', other].map((address) => ({ address, family: 4 }));
      const post = allowing({ resolve: () => Promise.resolve(addresses) });
      expect(await codeOf(post(`${scheme}://hook.example:1/`, POST))).toBe(code);
    },
  );

  it('connects to the address that was checked, even if the name resolves differently afterwards', async () => {
    const there = await good();
    let asked = 0;
    const post = allowing({
      resolve: () => {
        asked += 1;
        return Promise.resolve([
          { address: asked === 1 ? '127.0.0.1' : '10.255.255.1', family: 4 },
        ]);
      },
    });
    const answer = await post(`http://hook.example:${String(there.port)}/`, POST);
    expect(answer.status).toBe(200);
    expect(asked).toBe(1);
  });

  it('refuses plain http to the internet, and every other protocol', async () => {
    const resolve = () => Promise.resolve([{ address: '93.184.216.34', family: 4 }]);
    expect(await codeOf(strict({ resolve })('http://example.org/', POST))).toBe('PROTOCOL_REFUSED');
    expect(await codeOf(strict({ resolve })('ftp://example.org/', POST))).toBe('PROTOCOL_REFUSED');
  });

  it('calls only listed hosts where there is a list, also after a redirect', async () => {
    const there = await good();
    const moved = await peer((_request, response) => {
      response.writeHead(307, { location: at(there) }).end();
    });
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const post = allowing({ resolve, allowsHost: hostTest(['Hooks.example', '.Partner.example']) });
    const by = (host: string) => codeOf(post(`http://${host}:${String(there.port)}/`, POST));
    expect(await by('Hooks.example')).toBe('answered');
    expect(await by('a.partner.example')).toBe('answered');
    for (const host of ['partner.example', 'a.hooks.example', 'hooks.example.evil', '127.0.0.1'])
      expect(await by(host), host).toBe('HOST_REFUSED');
    const onwards = post(`http://hooks.example:${String(moved.port)}/`, POST);
    expect(await codeOf(onwards)).toBe('HOST_REFUSED');
    expect(there.seen).toHaveLength(2);
  });

  it('checks the list of hosts before anything is posted', async () => {
    const resolve = () => Promise.resolve([{ address: '93.184.216.34', family: 4 }]);
    const allowsHost = hostTest(['hooks.example']);
    const look = createTargetCheck({ allows: addressTest([]), allowsHost, resolve });
    expect(await look('https://hooks.example/')).toBeNull();
    expect(await look('https://other.example/')).toBe('HOST_REFUSED');
  });

  it('uses plain http only to this machine where TLS is required, whatever is allowed', async () => {
    const there = await good();
    const inside = (address: string) =>
      createGuardedPost({
        allows: addressTest(['loopback', 'uniquelocal']),
        requiresTls: true,
        timeoutMs: WAIT_MS,
        resolve: () => Promise.resolve([{ address, family: 4 }]),
      })(`http://hook.example:${String(there.port)}/`, POST);
    expect(await codeOf(inside('10.0.0.1'))).toBe('PROTOCOL_REFUSED');
    expect(await codeOf(inside('127.0.0.1'))).toBe('answered');
  });

  it('follows a redirect that keeps the body, and checks its target like the first address', async () => {
    const there = await good();
    const inside = await peer((_request, response) => {
      response.writeHead(308, { location: at(there, '/next') }).end();
    });
    expect(await allowing()(at(inside), POST)).toMatchObject({ status: 200 });
    expect(there.seen).toEqual([{ path: '/next', method: 'POST', body: POST.body }]);

    const outwards = await peer((_request, response) => {
      response.writeHead(307, { location: 'https://10.0.0.1/' }).end();
    });
    expect(await codeOf(allowing()(at(outwards), POST))).toBe('ADDRESS_REFUSED');
    const file = await peer((_request, response) => {
      response.writeHead(307, { location: 'file:///etc/passwd' }).end();
    });
    expect(await codeOf(allowing()(at(file), POST))).not.toBe('answered');
  });

  it('does not follow a redirect that would lose the body', async () => {
    const there = await good();
    const moved = await peer((_request, response) => {
      response.writeHead(302, { location: at(there) }).end();
    });
    expect(await allowing()(at(moved), POST)).toMatchObject({ status: 302 });
    expect(there.seen).toEqual([]);
  });

  it('stops following a redirect loop', async () => {
    const round = await peer((_request, response) => {
      response.writeHead(307, { location: '/again' }).end();
    });
    expect(await codeOf(allowing()(at(round), POST))).toBe('TOO_MANY_REDIRECTS');
    expect(round.seen).toHaveLength(4);
  });

  it('fails on an endless answer, a silent peer, a silent resolver and a closed port', async () => {
    const endless = await peer((_request, response) => {
      response.write('x'.repeat(200_000));
    });
    expect(await codeOf(allowing()(at(endless), POST))).toBe('ANSWER_TOO_LARGE');
    const silent = await peer(() => undefined);
    expect(await codeOf(allowing({ timeoutMs: 50 })(at(silent), POST))).toBe('TIMED_OUT');
    const resolve = () => new Promise<never>(() => undefined);
    const post = allowing({ timeoutMs: 50, resolve });
    expect(await codeOf(post('https://slow.example/', POST))).toBe('TIMED_OUT');
    expect(await codeOf(allowing()('http://127.0.0.1:1/', POST))).toBe('UNREACHABLE');
  });

  it('reports a name that does not resolve', async () => {
    const missing = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await codeOf(strict({ resolve: missing })('https://gone.example/', POST))).toBe(
      'NAME_NOT_FOUND',
    );
    const empty = () => Promise.resolve([]);
    expect(await codeOf(strict({ resolve: empty })('https://gone.example/', POST))).toBe(
      'NAME_NOT_FOUND',
    );
  });

  it("returns the peer's error response as it is", async () => {
    const broken = await peer((_request, response) => {
      response.writeHead(503).end('later');
    });
    expect(await allowing()(at(broken), POST)).toEqual({ status: 503, body: 'later' });
  });
});
