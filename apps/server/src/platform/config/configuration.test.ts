// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeConfiguration, readConfiguration } from './configuration.ts';

function problems(environment: NodeJS.ProcessEnv): readonly string[] {
  const read = readConfiguration(environment);
  return read.ok ? [] : read.reason;
}

function settings(environment: NodeJS.ProcessEnv) {
  const read = readConfiguration(environment);
  if (!read.ok) throw new Error(read.reason.join('; '));
  return read.value;
}

describe('configuration', () => {
  it('has a default for everything a new user would have to choose', () => {
    expect(settings({})).toMatchObject({
      PORT: 4300,
      HOST: 'localhost',
      PERFUSE_DATA_DIR: './data',
      PERFUSE_DEMO: true,
      PERFUSE_SIGN_IN: false,
      PERFUSE_TRUST_PROXY: [],
      PERFUSE_RETENTION_HOURS: 24,
    });
  });

  it('turns the demo off in production unless it is set to on', () => {
    expect(settings({ NODE_ENV: 'production' }).PERFUSE_DEMO).toBe(false);
    expect(settings({ NODE_ENV: 'production', PERFUSE_DEMO: 'on' }).PERFUSE_DEMO).toBe(true);
  });

  it('treats an empty variable as absent', () => {
    expect(settings({ PORT: '', PERFUSE_API_HOST: '' })).toMatchObject({ PORT: 4300 });
  });

  it('ignores white space around a value, such as the line ends of a file with CRLF', () => {
    const lines = { PORT: '4301\r', PERFUSE_DATA_DIR: ' /data\r', PERFUSE_TRACES_PERCENT: ' \r' };
    expect(settings({ ...lines, NODE_ENV: 'production\r' })).toMatchObject({
      PORT: 4301,
      PERFUSE_DATA_DIR: '/data',
      PERFUSE_TRACES_PERCENT: 100,
      PERFUSE_DEMO: false,
    });
  });

  it.each([
    ['PORT', 'web', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535'],
    ['PERFUSE_DEMO', 'yes', 'PERFUSE_DEMO must be on or off'],
    ['PERFUSE_WORKERS', '0', 'PERFUSE_WORKERS must be a whole number from 1 to 64'],
    ['PERFUSE_LOG_LEVEL', 'loud', 'PERFUSE_LOG_LEVEL must be one of'],
    ['PERFUSE_TRUST_PROXY', '10.0.0.0/33', 'PERFUSE_TRUST_PROXY must be a comma-separated list'],
    ['PERFUSE_TRUST_PROXY', 'true', 'PERFUSE_TRUST_PROXY must be a comma-separated list'],
    ['PERFUSE_API_HOST', 'https://api.example.org', 'PERFUSE_API_HOST must be host'],
    ['PERFUSE_STORE_APPLE', 'http://apps.apple.com/x', 'PERFUSE_STORE_APPLE must be an https'],
    ['PERFUSE_STORE_GOOGLE', 'javascript:alert(1)', 'PERFUSE_STORE_GOOGLE must be an https'],
    ['PERFUSE_STORE_CN_MARKET', 'market', 'PERFUSE_STORE_CN_MARKET must be an https'],
    [
      'PERFUSE_WHO_REGION',
      'Atlantis',
      'PERFUSE_WHO_REGION must be a country (ISO 3166-1, two or three letters)',
    ],
    ['PERFUSE_UNSUPPORTED_BROWSERS', 'opera,lynx', 'PERFUSE_UNSUPPORTED_BROWSERS must be none, or'],
    ['PERFUSE_VISAGE_LICENCE', 'x', 'PERFUSE_VISAGE_LICENCE must be a file name without folders'],
    ['PERFUSE_VISAGE_LICENCE', 'a/b.vlc', 'PERFUSE_VISAGE_LICENCE must be a file name'],
    ['PERFUSE_MAIL_FROM', 'x', 'PERFUSE_MAIL_FROM must be Name <address>'],
    ['PERFUSE_MAIL_FROM', 'A <a@b', 'PERFUSE_MAIL_FROM must be Name <address>'],
    ['PERFUSE_MAIL_FROM', 'A <a@b.org>, B <b@b.org>', 'PERFUSE_MAIL_FROM must be Name <address>'],
    ['PERFUSE_SMTP_URL', 'smtp://', 'PERFUSE_SMTP_URL must be smtp[s]://'],
    [
      'PERFUSE_SMS_AUTHORIZATION',
      'Bearer a\nb',
      'PERFUSE_SMS_AUTHORIZATION must be one line of ASCII',
    ],
    ['PERFUSE_TRACES_AUTHORIZATION', 'Bearer “a”', 'PERFUSE_TRACES_AUTHORIZATION must be one line'],
    ['DATABASE_URL', 'postgres://h', 'DATABASE_URL must be postgres://'],
    ['DATABASE_URL', 'postgres://h/', 'DATABASE_URL must be postgres://'],
    ['DATABASE_URL', 'postgres://h/d?SSLMODE=verify-full', 'DATABASE_URL must be postgres://'],
    ['PERFUSE_CORS_ORIGINS', '*', 'PERFUSE_CORS_ORIGINS must be a comma-separated list'],
    ['PERFUSE_CORS_ORIGINS', 'https://a.org/x', 'PERFUSE_CORS_ORIGINS must be'],
  ])('refuses %s=%s and names the rule', (name, value, line) => {
    expect(problems({ [name]: value })).toEqual([expect.stringContaining(line)]);
  });

  it.each([
    ['PERFUSE_VISAGE_LICENCE', '123-456.vlc'],
    ['PERFUSE_MAIL_FROM', 'no-reply@acme.example'],
    ['PERFUSE_MAIL_FROM', '<no-reply@acme.example>'],
    ['PERFUSE_MAIL_FROM', 'Praxis Dr. Müller & Söhne <a+b@acme.example>'],
    ['PERFUSE_MAIL_FROM', '"Acme, Inc." <perfuse@localhost>'],
    ['PERFUSE_SMTP_URL', 'smtps://user:pass@mail.example.org:465'],
    ['PERFUSE_SMTP_URL', 'smtp://[::1]'],
    ['DATABASE_URL', 'postgresql:///d?host=/var/run/postgresql&sslmode=disable'],
    ['DATABASE_URL', 'postgres://%2Fvar%2Frun%2Fpostgresql/d'],
  ])('accepts %s=%s', (name, value) => {
    expect(settings({ [name]: value })).toMatchObject({ [name]: value });
  });

  it('refuses an unknown variable, so that a misspelt one is not silently ignored', () => {
    expect(problems({ PERFUSE_DATADIR: '/srv' })).toEqual([
      'PERFUSE_DATADIR is not a setting of this server',
    ]);
    expect(problems({ PERFUSE_EDITION: 'consumer', PATH: '/bin' })).toEqual([]);
  });

  it('reads lists of proxies and origins', () => {
    expect(
      settings({
        PERFUSE_TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8',
        PERFUSE_CORS_ORIGINS: 'https://a.example.org,http://localhost:5173',
      }),
    ).toMatchObject({
      PERFUSE_TRUST_PROXY: ['loopback', '10.0.0.0/8', 'fd00::/8'],
      PERFUSE_CORS_ORIGINS: ['https://a.example.org', 'http://localhost:5173'],
    });
  });

  it('reads the list of unsupported browsers: Firefox by default, others, or none', () => {
    const refused = (list = '') =>
      settings({ PERFUSE_UNSUPPORTED_BROWSERS: list }).PERFUSE_UNSUPPORTED_BROWSERS;
    expect(refused()).toEqual(['firefox']);
    expect(refused('safari, chromium')).toEqual(['safari', 'chromium']);
    expect(refused('none')).toEqual([]);
    expect(problems({ PERFUSE_UNSUPPORTED_BROWSERS: 'opera' })).toEqual([
      expect.stringContaining(
        'must be none, or a comma-separated list of chromium, safari, firefox',
      ),
    ]);
  });

  it('never throws, whatever the environment contains', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('PORT', 'HOST', 'PERFUSE_TRUST_PROXY', 'PERFUSE_X'),
          fc.string(),
        ),
        (environment) => typeof readConfiguration(environment).ok === 'boolean',
      ),
    );
  });

  it('describes every setting with its value', () => {
    const text = describeConfiguration(settings({ PERFUSE_SIGN_IN: 'on' }));
    expect(text).toContain('PERFUSE_SIGN_IN=on\n');
    expect(text).toContain('PERFUSE_RATE_RELAXED=6000\n');
  });
});
