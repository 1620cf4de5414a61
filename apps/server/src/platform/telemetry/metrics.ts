// SPDX-License-Identifier: Apache-2.0
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const OUTCOMES = ['answered', 'failed', 'timeout'] as const;
/** How an analysis ended. */
export type AnalysisOutcome = (typeof OUTCOMES)[number];

export const JOB_OUTCOMES = ['done', 'failed', 'given_up', 'refused'] as const;
/** How a try of a job ended; `refused` for a fault of the receiver, such as a mistyped address. */
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

/** Metrics of a running server for operators, in the Prometheus text format. They contain no personal data. */
export interface Metrics {
  /** One answered request. @param route its pattern, never its address. */
  readonly request: (method: string, route: string, status: number, seconds: number) => void;
  /** From taking a stored chunk to its stored result. */
  readonly analysis: (outcome: AnalysisOutcome, seconds: number) => void;
  /** A chunk that was stored for the first time. */
  readonly chunk: () => void;
  /** @param count 0 only creates the time series. */
  readonly job: (kind: string, outcome: JobOutcome, count?: number) => void;
  /** One round of work in the background. @param count 0 only creates the time series. */
  readonly background: (task: string, outcome: 'done' | 'failed', count?: number) => void;
  /** @param read returns the value at the moment of a scrape. */
  readonly gauge: (name: string, help: string, read: () => number) => void;
  /** @param read returns the values by their labels at the moment of a scrape. */
  readonly gauges: <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    read: () => Promise<readonly (Readonly<Record<L, string>> & { readonly value: number })[]>,
  ) => void;
  readonly contentType: string;
  readonly text: () => Promise<string>;
}

/** @param withProcess adds CPU, memory, garbage collection and event loop, which cost a little even when they are not read. */
export function createMetrics(withProcess = false): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (withProcess) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'perfuse_http_request_seconds',
    help: 'Time to answer a request, by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const analyses = new Histogram({
    name: 'perfuse_analysis_seconds',
    help: "Time from the start of a chunk's analysis to its stored result, by outcome.",
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers,
  });
  // In Prometheus, rate() needs a zero before the first failure: without it the first ones would raise no alert.
  for (const outcome of OUTCOMES) analyses.zero({ outcome });
  const chunks = new Counter({
    name: 'perfuse_chunks_total',
    help: 'Measurement chunks stored.',
    registers,
  });
  const tries = new Counter({
    name: 'perfuse_job_tries_total',
    help: 'Attempts of background jobs, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const rounds = new Counter({
    name: 'perfuse_background_total',
    help: 'Runs of background tasks, by task and outcome.',
    labelNames: ['task', 'outcome'],
    registers,
  });
  return {
    request: (method, route, status, seconds) => {
      requests.observe({ method, route, status: String(status) }, seconds);
    },
    analysis: (outcome, seconds) => {
      analyses.observe({ outcome }, seconds);
    },
    chunk: () => {
      chunks.inc();
    },
    job: (kind, outcome, count = 1) => {
      tries.inc({ kind, outcome }, count);
    },
    background: (task, outcome, count = 1) => {
      rounds.inc({ task, outcome }, count);
    },
    gauge: (name, help, read) => {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
    },
    gauges: (name, help, labelNames, read) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers,
        collect: async () => {
          const values = await read();
          gauge.reset();
          for (const { value, ...labels } of values) gauge.set(labels, value);
        },
      });
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
