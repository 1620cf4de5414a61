// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { decodeChannel, RESULT_MULTIPLIER } from '@perfuse/contract/results/message';
import type { Logger } from 'pino';
import type { AnalysisOutcome, Metrics } from '../../../platform/telemetry/metrics.ts';
import {
  activeSpan,
  NO_TRACING,
  traced,
  tracedPart,
  type Tracing,
} from '../../../platform/telemetry/span.ts';
import type { ChunkRepository, PendingChunk } from '../chunks/chunk-repository.ts';
import type { NewResult, ResultRepository } from '../../measurements/index.ts';
import { toResultMessage } from '../delivery/result-message.ts';
import { EngineTimeout, type Engine } from './engine-pool.ts';
import type { EngineAnswer, EngineTask } from './answer.ts';
import type { Claim, ClaimOutcome, ChunkDispatch } from './chunk-dispatch.ts';

/** Most analyses of a chunk: one that crashes the whole process would be retried forever. */
const MAX_TRIES = 3;
/** Tries after which a failure is the answer. The first failure may be the worker's: it hung, or was terminated. */
const FAILURE_IS_ANSWER_AT = 2;

/** Codes of results without values. */
const FAILURES = {
  ANALYSIS_FAILED: 'The analysis of this part failed.',
  ANALYSIS_TIMEOUT: 'The analysis of this part took too long.',
} as const;

type Finding = Pick<NewResult, 'channels' | 'error'>;

const failure = (code: keyof typeof FAILURES): Finding => ({
  channels: {},
  error: { Code: code, Message: FAILURES[code] },
});

const resultOf = (chunk: PendingChunk): EngineTask['result'] => (chunk.is_last ? 'final' : 'live');

const outcomeOf = ({ error }: Finding): AnalysisOutcome =>
  error.Code === 'OK' ? 'answered' : error.Code === 'ANALYSIS_TIMEOUT' ? 'timeout' : 'failed';

export interface AnalystDeps {
  readonly chunks: ChunkRepository;
  readonly results: ResultRepository;
  readonly engine: Pick<Engine, 'analyse'>;
  readonly dispatch: Pick<ChunkDispatch, 'claim' | 'answered'>;
  readonly log: Logger;
  /** Called after every analysis. */
  readonly observe?: Metrics['analysis'];
  /** Country or WHO region of people who do not state where they live. */
  readonly whoRegion?: string;
  readonly tracing?: Tracing;
}

/** Traces a part that is over: the chunk's wait for its analysis. */
function traceWait(receivedAt: number): void {
  activeSpan()?.child({ name: 'wait for a thread', startMs: receivedAt }).end();
}

/** Turns a stored chunk into a stored and published result. */
export class Analyst {
  readonly #deps: AnalystDeps;

  constructor(deps: AnalystDeps) {
    this.#deps = deps;
  }

  /**
   * Analyses the measurement's next chunk, with all data before it. A chunk whose first analysis fails is retried in
   * the next turn, after other measurements; the chunks behind it wait.
   * @returns whether more chunks may be waiting.
   * @throws when the store fails; the chunk keeps waiting.
   */
  async analyseNext(measurementId: string): Promise<boolean> {
    const claim = await this.#deps.dispatch.claim(measurementId);
    if (claim === null) return false;
    let ending: ClaimOutcome = 'held up';
    let hasMore: boolean;
    try {
      ending = (await this.#traced(measurementId, claim.chunk)) ? 'answered' : 'failed';
    } finally {
      hasMore = await claim.end(ending);
    }
    return hasMore;
  }

  #traced(measurementId: string, chunk: Claim['chunk']): Promise<boolean> {
    const { tracing = NO_TRACING } = this.#deps;
    const facts = {
      'perfuse.measurement': measurementId,
      'perfuse.chunk': chunk.position,
      'perfuse.tries': chunk.tries,
    };
    const startMs = chunk.received_at;
    return traced(tracing, { name: 'analyse a chunk', facts, startMs }, () => {
      traceWait(chunk.received_at);
      return this.#answer(measurementId, chunk);
    });
  }

  /** @returns whether the chunk is done; otherwise it is analysed again. */
  async #answer(measurementId: string, chunk: Claim['chunk']): Promise<boolean> {
    const { results, dispatch } = this.#deps;
    const begun = performance.now();
    const finding = await this.#examine(measurementId, chunk);
    if (finding.error.Code !== 'OK') activeSpan()?.fail(finding.error.Code);
    if (finding.error.Code !== 'OK' && chunk.tries < FAILURE_IS_ANSWER_AT) {
      this.#deps.observe?.(outcomeOf(finding), (performance.now() - begun) / 1000);
      return false;
    }
    const result: NewResult = {
      id: randomUUID(),
      measurementId,
      position: chunk.position,
      digest: chunk.digest,
      isFinal: chunk.is_last,
      ...finding,
    };
    const status = await results.store(result);
    this.#deps.observe?.(outcomeOf(finding), (performance.now() - begun) / 1000);
    if (status !== null) dispatch.answered(toResultMessage({ ...result, status }));
    return true;
  }

  /** For intermediate results only: the final one must not depend on what was shown before it. */
  async #previousHeartRate(measurementId: string, chunk: PendingChunk): Promise<number | null> {
    if (chunk.is_last || chunk.position === 0) return null;
    const previous = await this.#deps.results.lastBefore(measurementId, chunk.position);
    const data = previous?.channels['HR_BPM'];
    return data === undefined ? null : decodeChannel(data, RESULT_MULTIPLIER).value;
  }

  async #examine(measurementId: string, chunk: Claim['chunk']): Promise<Finding> {
    const { log } = this.#deps;
    if (chunk.tries > MAX_TRIES) return failure('ANALYSIS_FAILED');
    const task = await this.#task(measurementId, chunk);
    try {
      const channels =
        (await this.#analyse(task)) ??
        (await this.#analyse(await this.#wholeTask(measurementId, chunk)));
      if (channels === null) throw new Error('The engine lacks chunks that it was given.');
      return { channels, error: { Code: 'OK' } };
    } catch (error) {
      log.error(
        { err: error, measurement: measurementId, chunk: chunk.position, count: chunk.tries },
        'analysis failed',
      );
      return failure(error instanceof EngineTimeout ? 'ANALYSIS_TIMEOUT' : 'ANALYSIS_FAILED');
    }
  }

  async #analyse(task: EngineTask): Promise<EngineAnswer['channels']> {
    const { engine } = this.#deps;
    return (await tracedPart({ name: 'engine' }, () => engine.analyse(task))).channels;
  }

  /** The chunk alone if its bytes are in memory: the engine keeps those before it. */
  async #task(measurementId: string, chunk: Claim['chunk']): Promise<EngineTask> {
    if (!('digests' in chunk) || chunk.payload === null) {
      return this.#wholeTask(measurementId, chunk);
    }
    const { digests, payload } = chunk;
    const { whoRegion } = this.#deps;
    return { whoRegion, measurementId, digests, payloads: [payload], result: resultOf(chunk) };
  }

  /** The measurement from its first chunk, read from the store. */
  async #wholeTask(measurementId: string, chunk: PendingChunk): Promise<EngineTask> {
    const recorded = await this.#deps.chunks.recorded(measurementId, chunk.position);
    const previousHeartRate = await this.#previousHeartRate(measurementId, chunk);
    return {
      whoRegion: this.#deps.whoRegion,
      measurementId,
      ...recorded,
      result: resultOf(chunk),
      ...(previousHeartRate === null ? {} : { previousHeartRate }),
    };
  }
}
