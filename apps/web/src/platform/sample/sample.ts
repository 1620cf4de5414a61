// SPDX-License-Identifier: Apache-2.0
/** The computer-generated face as frames of a recording, drawn in a worker on request. */
import { rawFrame } from '@perfuse/capture/raw-frame';
import type { Recording } from '@perfuse/capture/recording';
import type { SampleReport, SampleRequest } from './messages.ts';

/** Time limit of the worker for its start, and for a picture, ms: a slow phone draws one in a tenth of a second. */
export const SAMPLE_LIMIT_MS = 20_000;

/** The part of a Worker that is used. */
export interface SampleWorker {
  postMessage(request: SampleRequest): void;
  addEventListener(
    type: 'message',
    listener: (event: { readonly data: SampleReport }) => void,
  ): void;
  addEventListener(type: 'error' | 'messageerror', listener: () => void): void;
  terminate(): void;
}

export interface Sample extends Recording {
  /** Ends the worker; pending frames fail. */
  readonly close: () => void;
}

const openWorker = (): SampleWorker =>
  new Worker(new URL('./sample-worker.ts', import.meta.url), {
    type: 'module',
    name: 'perfuse-sample',
  });

interface Waiting {
  readonly resolve: (report: SampleReport) => void;
  readonly reject: (cause: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Answers of a worker, in the order of the requests. */
class Answers {
  readonly #worker: SampleWorker;
  readonly #waiting: Waiting[] = [];
  #ended: Error | null = null;

  constructor(worker: SampleWorker) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }) => {
      const next = this.#waiting.shift();
      clearTimeout(next?.timer);
      next?.resolve(data);
    });
    for (const sign of ['error', 'messageerror'] as const) {
      worker.addEventListener(sign, () => this.end('The worker that draws the sample died.'));
    }
  }

  next(): Promise<SampleReport> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.end('The sample took too long.'), SAMPLE_LIMIT_MS);
      this.#waiting.push({ resolve, reject, timer });
    });
  }

  async picture(number: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#ended === null) this.#worker.postMessage({ number });
    const answer = await this.next();
    if (answer.type !== 'picture') throw new Error('The sample is out of step.');
    return answer.data;
  }

  end(why: string): void {
    this.#ended ??= new Error(why);
    this.#worker.terminate();
    for (const { reject, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      reject(this.#ended);
    }
  }
}

/** Replaced in tests: the clock and the browser's frames. */
export interface SamplePorts {
  readonly open: () => SampleWorker;
  /** Monotonic, ms. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly toFrame: typeof rawFrame;
}

const PORTS: SamplePorts = {
  open: openWorker,
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  toFrame: rawFrame,
};

/**
 * Starts the worker.
 * @throws Error when it cannot be loaded, or does not answer within {@link SAMPLE_LIMIT_MS}.
 */
export async function openSample(ports: Partial<SamplePorts> = {}): Promise<Sample> {
  const { open, now, wait, toFrame } = { ...PORTS, ...ports };
  const answers = new Answers(open());
  const ready = await answers.next();
  if (ready.type !== 'ready') throw new Error('The sample is out of step.');
  const { width, height, frameRate, frameCount } = ready;
  const picture = (number: number): Promise<Uint8Array<ArrayBuffer>> => {
    const picture = answers.picture(number);
    // A picture that is drawn ahead may never be read.
    picture.catch(() => undefined);
    return picture;
  };
  async function* frames(): AsyncGenerator<VideoFrame> {
    const beganMs = now();
    let next = picture(0);
    for (let number = 0; number < frameCount; number += 1) {
      const data = await next;
      // The next picture is drawn while this one is measured.
      if (number + 1 < frameCount) next = picture(number + 1);
      const atS = number / frameRate;
      // No faster than a camera, so that the viewer sees what a measurement is like.
      const aheadMs = beganMs + 1000 * atS - now();
      if (aheadMs > 0) await wait(aheadMs);
      yield toFrame({ width, height, atS, data });
    }
  }
  return {
    width,
    height,
    durationS: frameCount / frameRate,
    frames,
    close: () => answers.end('The sample was closed.'),
  };
}
