// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { databaseAddress, filled, headerValue, httpAddress, wholeNumber } from './rules.ts';

/** Settings of the store, of several servers that share it, and of their operation. */
export const OPERATION_SETTINGS = {
  DATABASE_URL: {
    schema: z.optional(databaseAddress),
    meaning:
      'PostgreSQL database that any number of servers share, as postgres://[user[:password]@]host[:port]/database[?sslmode=verify-full]. Without it, the data is in SQLite in PERFUSE_DATA_DIR, for one server.',
  },
  PERFUSE_DATABASE_CONNECTIONS: {
    schema: wholeNumber(2, 200),
    meaning:
      'Maximum number of connections of one server to DATABASE_URL, plus one for notifications.',
  },
  PERFUSE_DATABASE_MAX_MB: {
    schema: z.optional(wholeNumber(1, 16_000_000)),
    meaning:
      'Maximum size of the SQLite database, in MiB. It leaves space on the disk for other uses and for deleting. No limit by default; PostgreSQL has its own.',
  },
  PERFUSE_SECRETS_FILE: {
    schema: z.optional(filled),
    meaning:
      "File with the installation's keys, created at the first start. By default secrets.json in PERFUSE_DATA_DIR. Servers that share a database need the same file.",
  },
  PERFUSE_METRICS_PORT: {
    schema: z.optional(wholeNumber(0, 65_535)),
    meaning:
      'Operator port, with /metrics for Prometheus, /health/live and /health/ready. None by default; 0 selects a free one.',
  },
  PERFUSE_METRICS_HOST: {
    schema: filled,
    meaning: 'Name or address on which the operator port listens.',
  },
  PERFUSE_MEASUREMENTS: {
    schema: z.optional(wholeNumber(1, 1_000_000)),
    meaning:
      'Maximum number of simultaneous measurements on this server. By default as many as its measured load allows. Another one is refused with RATE_LIMIT (429) and a retry time. With 40 or more in progress, any new one is refused while chunks wait 5 s.',
  },
  PERFUSE_TRACES_URL: {
    schema: z.optional(httpAddress),
    meaning:
      'Address for OpenTelemetry traces (OTLP/HTTP), such as http://collector:4318/v1/traces. None by default; no tracing code is then loaded.',
  },
  PERFUSE_TRACES_AUTHORIZATION: {
    schema: z.optional(headerValue),
    meaning: 'Authorization header that traces are posted with.',
  },
  PERFUSE_TRACES_PERCENT: {
    schema: wholeNumber(0, 100),
    meaning: 'Percentage of traces that are kept and sent.',
  },
  PERFUSE_TRACES_SERVICE: {
    schema: filled,
    meaning: 'Name of this service in traces.',
  },
  PERFUSE_CONNECTIONS_ADDRESS: {
    schema: wholeNumber(1, 1_000_000),
    meaning:
      'Maximum number of open connections per client address (for IPv6, per /64 prefix); further ones are closed. Not applied with PERFUSE_TRUST_PROXY: all connections then come from the proxy, which should limit them instead.',
  },
  PERFUSE_SOCKETS_ADDRESS: {
    schema: wholeNumber(1, 1_000_000),
    meaning:
      'Maximum number of open websockets per client address (for IPv6, per /64 prefix); another one is refused with RATE_LIMIT (429).',
  },
  PERFUSE_DRAIN_S: {
    schema: wholeNumber(0, 600),
    meaning:
      'Seconds that a stopping server (SIGTERM) waits for running measurements to finish; meanwhile /health/ready answers 503.',
  },
} as const;
