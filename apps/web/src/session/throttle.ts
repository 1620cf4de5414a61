// SPDX-License-Identifier: Apache-2.0
export interface Throttled {
  /** Requests a run: the first one starts an interval later and covers every call until then. */
  readonly call: () => void;
  /** Runs now if a run is pending. */
  readonly flush: () => void;
}

/** Runs `work` after a call, at most once per interval. */
export function throttled(work: () => void, intervalMs: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const run = (): void => {
    timer = null;
    work();
  };
  return {
    call: () => {
      timer ??= setTimeout(run, intervalMs);
    },
    flush: () => {
      if (timer === null) return;
      clearTimeout(timer);
      run();
    },
  };
}
