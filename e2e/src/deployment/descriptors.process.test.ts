// SPDX-License-Identifier: Apache-2.0
/** The files in deploy/ for container engines and systemd, checked against the existing settings and programs. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { banner } from '@perfuse/server/internal/banner';
import { readConfiguration } from '@perfuse/server/internal/platform/config/configuration';
import { CHECKOUT } from '@perfuse/testing/checkout';

const DEPLOY = path.join(CHECKOUT, 'deploy');
const read = (name: string): string => readFileSync(path.join(DEPLOY, name), 'utf8');
/** Longest time that the server takes to close after PERFUSE_DRAIN_S, s. */
const CLOSING_S = 15;

/** The settings as the server reads them; files that only the target machine has are replaced by their content. */
function settings(environment: Readonly<Record<string, string>>) {
  const { DATABASE_URL_FILE: file, ...others } = environment;
  const database =
    file === undefined ? {} : { DATABASE_URL: 'postgres://perfuse@database/perfuse' };
  const result = readConfiguration({ ...others, ...database });
  if (!result.ok) throw new Error(result.reason.join('; '));
  return result.value;
}

/** `NAME=value` words of a line; a value may refer to a variable of the operator's. */
const assignments = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/\b([A-Z][A-Z\d_]*)=(\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

const composeFile = z.object({
  'x-server': z.object({
    build: z.object({ context: z.string(), dockerfile: z.string() }),
    environment: z.record(z.string(), z.string()),
    stop_grace_period: z.string(),
    secrets: z.array(z.string()),
    read_only: z.literal(true),
  }),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const deployment = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        enableServiceLinks: z.literal(false),
        containers: z.array(
          z.object({
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
            env: z.array(z.object({ name: z.string(), value: z.string() })),
            volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
            readinessProbe: probe,
            livenessProbe: probe,
          }),
        ),
        volumes: z.array(z.object({ name: z.string(), emptyDir: z.optional(z.object({})) })),
      }),
    }),
  }),
});

describe('deploy/', () => {
  const image = assignments(
    read('Dockerfile')
      .split('\n')
      .filter((line) => line.startsWith('ENV '))
      .join(' '),
  );

  it('builds an image whose settings are valid', () => {
    expect(settings(image)).toMatchObject({
      PORT: 4300,
      PERFUSE_METRICS_PORT: 9464,
      HOST: '0.0.0.0',
    });
    // Builds both editions.
    expect(read('Dockerfile')).toContain(' npm run build && ');
    expect(read('Dockerfile')).toContain(`mkdir -m 0700 ${image['PERFUSE_DATA_DIR'] ?? '-'} `);
  });

  it('lets the threads of a server share one heap, in large pages', () => {
    expect(image['MALLOC_ARENA_MAX']).toBe('1');
    expect(image['GLIBC_TUNABLES']).toBe('glibc.malloc.hugetlb=1');
    expect(read('perfuse.service')).toContain(
      '\nEnvironment=MALLOC_ARENA_MAX=1 GLIBC_TUNABLES=glibc.malloc.hugetlb=1\n',
    );
  });

  it("is where the operator's command runs that the server prints at its start", () => {
    const printed = banner({
      origin: 'http://localhost:4300',
      dataLocation: '/data',
      installation: {
        organisationId: 'o',
        studyId: 's',
        guestLicenceId: 'l',
        demoLicenceKey: null,
      },
      editions: { consumer: true, enterprise: true },
    });
    const [, command = ''] = /^ *Operate +(.*)$/m.exec(printed) ?? [];
    const { stdout } = spawnSync(command, { shell: true, cwd: CHECKOUT, encoding: 'utf8' });
    expect(stdout).toMatch(/^Usage: perfuse /);
    const [, program = ''] = / (\S+\.mjs) /.exec(command) ?? [];
    // The image contains nothing but these folders of the build.
    expect(read('Dockerfile')).toContain(`exec node /app/${program} "$@"`);
    expect(read('Dockerfile')).toContain('/src/apps ./apps');
  });

  it('keeps the secrets of an installation out of the image and of the repository', () => {
    const ignored = (file: string): string[] =>
      readFileSync(path.join(CHECKOUT, file), 'utf8')
        .split('\n')
        .map((line) => line.replaceAll(/^\/|\/$/g, ''));
    const secret = ['.env', 'deploy/secrets', 'deploy/tls', 'data'];
    expect(ignored('.gitignore')).toEqual(expect.arrayContaining(secret));
    expect(ignored('.dockerignore')).toEqual(expect.arrayContaining(secret));
  });

  it('composes servers with valid settings and defined secrets, and gives them time to drain', () => {
    const { 'x-server': server, secrets } = composeFile.parse(
      parse(read('compose.yaml'), { merge: true }),
    );
    const given = settings({
      ...image,
      ...server.environment,
      PERFUSE_PUBLIC_URL: 'https://localhost',
    });
    expect(given.PERFUSE_TRUST_PROXY).toEqual(['uniquelocal']);
    expect(Number.parseInt(server.stop_grace_period)).toBeGreaterThan(
      given.PERFUSE_DRAIN_S + CLOSING_S,
    );
    expect(Object.keys(secrets)).toEqual(expect.arrayContaining(server.secrets));
    for (const name of server.secrets) {
      expect(Object.values(server.environment)).toContain(`/run/secrets/${name}`);
    }
  });

  it('describes servers to Kubernetes with valid settings and existing health endpoints', () => {
    const documents = parseAllDocuments(read('kubernetes.yaml'));
    for (const document of documents)
      expect([...document.errors, ...document.warnings]).toEqual([]);
    const objects = documents.map((document) => document.toJS() as unknown);
    const { spec } = deployment.parse(objects[0]).spec.template;
    const [container] = spec.containers;
    const given = settings({
      ...image,
      ...Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value])),
    });
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(given.PERFUSE_DRAIN_S + CLOSING_S);
    expect(container?.ports).toEqual([
      { name: 'http', containerPort: given.PORT },
      { name: 'operator', containerPort: given.PERFUSE_METRICS_PORT },
    ]);
    const writable = spec.volumes.flatMap(({ name, emptyDir }) => (emptyDir ? [name] : []));
    const mounted = (container?.volumeMounts ?? []).filter(({ name }) => writable.includes(name));
    // A backup is restored in a temporary folder.
    expect(mounted.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
    expect(container?.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'operator' });
    expect(container?.livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'operator' });
  });

  it('describes a systemd service that systemd-analyze accepts', () => {
    const text = read('perfuse.service');
    const lines = [...text.matchAll(/^Environment=(.*)$/gm)].map(([, line = '']) => line);
    const given = settings(assignments(lines.join(' ')));
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(
      given.PERFUSE_DRAIN_S + CLOSING_S,
    );
    const verified = spawnSync(
      'systemd-analyze',
      ['verify', path.join(DEPLOY, 'perfuse.service')],
      {
        encoding: 'utf8',
      },
    );
    // Not every machine has systemd, and not every one has Node where the unit expects it.
    if (verified.error !== undefined) return;
    const complaints = verified.stderr
      .split('\n')
      .filter(
        (complaint) =>
          complaint.includes('perfuse.service') && !complaint.includes('/usr/bin/node'),
      );
    expect(complaints).toEqual([]);
  });
});
