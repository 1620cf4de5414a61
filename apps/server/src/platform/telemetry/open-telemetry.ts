// SPDX-License-Identifier: Apache-2.0
/** OpenTelemetry spans, sent over OTLP/HTTP. Loaded only if a collector is configured. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { VERSION } from '../config/about.ts';
import type { Span, SpanStart, Tracing } from './span.ts';

/** Longest wait for the collector, ms; a stop waits for it too. */
const TIMEOUT_MS = 5_000;
const SEND_EVERY_MS = 2_000;
/** Shortest interval between log lines that the collector does not answer, ms. */
const COMPLAIN_EVERY_MS = 60_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;

export interface TracingOptions {
  /** Where spans are posted, such as `http://collector:4318/v1/traces`. */
  readonly url: string;
  /** Value of the Authorization header. */
  readonly authorization: string | undefined;
  /** Percentage of traces that are sampled. */
  readonly percent: number;
  readonly serviceName: string;
  readonly log: Logger;
}

function open(
  tracer: Tracer,
  { name, kind = 'internal', facts = {}, startMs }: SpanStart,
  context = ROOT_CONTEXT,
): Span {
  const span = tracer.startSpan(
    name,
    {
      kind: KINDS[kind],
      attributes: { ...facts },
      startTime: startMs,
    },
    context,
  );
  const { traceId, spanId } = span.spanContext();
  return {
    traceId,
    spanId,
    child: (start) => open(tracer, start, trace.setSpan(context, span)),
    tell: (more) => {
      span.setAttributes({ ...more });
    },
    fail: (type) => {
      span.setAttribute('error.type', type);
      // Without the message, which could quote user input.
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

/** Logs from time to time that spans are lost. */
function complaining(exporter: SpanExporter, log: Logger): SpanExporter {
  let complainedAt = -Infinity;
  return {
    export: (spans, done) => {
      exporter.export(spans, (result) => {
        if (result.error !== undefined && performance.now() - complainedAt > COMPLAIN_EVERY_MS) {
          complainedAt = performance.now();
          log.warn({ count: spans.length, reason: result.error.name }, 'traces could not be sent');
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

export function openTelemetry(options: TracingOptions): Tracing {
  const { url, authorization, percent, serviceName, log } = options;
  const exporter = new OTLPTraceExporter({
    url,
    timeoutMillis: TIMEOUT_MS,
    ...(authorization !== undefined && { headers: { authorization } }),
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': VERSION }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(percent / 100) }),
    spanProcessors: [
      new BatchSpanProcessor(complaining(exporter, log), {
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('perfuse', VERSION);
  return {
    root: (start) => open(tracer, start),
    // Spans lost at the end are the collector's fault: the server's stop does not fail because of them.
    close: () => provider.shutdown().catch(() => undefined),
  };
}
