// SPDX-License-Identifier: Apache-2.0
import { FAILURES, type FailureCode } from '@perfuse/contract/failures/catalogue';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { describe, expect, it } from 'vitest';
import { averageStars, DEFAULT_SETTINGS } from './context.ts';
import {
  ACKNOWLEDGE_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  RESULT_OVERDUE_MS,
} from '../delivery/machine.ts';
import { backOffPolicy, MEASUREMENT_BACK_OFF } from '../delivery/retry-policy.ts';
import { MeasurementFault } from './failures.ts';
import { FACE_LOST_MS, SLEEP_THRESHOLD_MS } from './setup.ts';
import {
  GOOD_FACE,
  MEASUREMENT_ID,
  measuringTimeline,
  NO_FACE,
  PLAN,
  readyTimeline,
  resultMessage,
  settle,
  Timeline,
} from './timeline.test-support.ts';

const NETWORK = new MeasurementFault('NETWORK_ERROR', 'gone');
const BUSY = new MeasurementFault('SERVICE_BUSY', 'SERVICE_UNAVAILABLE');
const retry = backOffPolicy({ ...MEASUREMENT_BACK_OFF, random: () => 0 });

function expectEnd(timeline: Timeline, code: FailureCode): void {
  expect(timeline.context.failure).toBe(code);
  expect(timeline.phase).toBe(FAILURES[code].state);
}

describe('a successful measurement', () => {
  it('goes from the closed camera to the result', async () => {
    const timeline = new Timeline();
    expect(timeline.phase).toBe('idle');
    await timeline.send('OPEN_CAMERA');
    expect(timeline.phase).toBe('starting');
    timeline.camera.opening[0]?.resolve(undefined);
    await settle();
    expect(timeline.phase).toBe('preparing');
    timeline.capture.starting[0]?.resolve(undefined);
    timeline.analysis.planning[0]?.resolve(PLAN);
    await settle();
    expect(timeline.phase).toBe('preparing');
    await timeline.faces(GOOD_FACE);
    expect(timeline.phase).toBe('ready');
    await timeline.send('START');
    expect(timeline.phase).toBe('measuring');
    expect(timeline.capture.log).toContain('record 6x5');

    timeline.analysis.creating[0]?.resolve(MEASUREMENT_ID);
    await settle();
    await timeline.connected();
    for (let index = 0; index < PLAN.chunkCount; index += 1) {
      await timeline.seconds(PLAN.chunkS);
      await timeline.chunk(index);
      if (index === PLAN.chunkCount - 1) await timeline.recorded();
      await timeline.acknowledged();
      if (index < PLAN.chunkCount - 1) await timeline.result(index, { bpm: 60 + index });
    }
    expect(timeline.phase).toBe('analysing');
    expect(timeline.camera.state.open).toBe(false);
    expect(timeline.connection.sent.map(({ chunk }) => chunk.last)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
    await timeline.result(5, { bpm: 71.5, snr: 9 });
    expect(timeline.phase).toBe('done');
    expect(timeline.context.reading).toMatchObject({ index: 5, bpm: 71.5, snr: 9, stars: 4 });
    expect(timeline.context.frames).toEqual({ seen: 900, dropped: 6, spanMs: 6 * 4967 });
    expect(timeline.connection.closed).toBe(true);
    expect(timeline.analysis.discarded).toEqual([]);
  });

  it('takes as many chunks as the service plans', async () => {
    const timeline = await measuringTimeline({ plan: { chunkCount: 4, chunkS: 5 } });
    for (const index of [0, 1, 2, 3]) {
      await timeline.chunk(index);
      await timeline.acknowledged();
    }
    expect(timeline.connection.sent.map(({ chunk }) => chunk.last)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    await timeline.recorded();
    await timeline.result(3);
    expect(timeline.phase).toBe('done');
  });

  it('counts 30 seconds down while filming', async () => {
    const timeline = await measuringTimeline();
    expect(timeline.context.secondsLeft).toBe(30);
    await timeline.seconds(12);
    expect(timeline.context.secondsLeft).toBe(18);
    await timeline.seconds(20);
    expect(timeline.context.secondsLeft).toBe(0);
  });

  it('starts automatically when the settings say so', async () => {
    const timeline = await readyTimeline({
      settings: { ...DEFAULT_SETTINGS, autoStart: true },
    });
    expect(timeline.phase).toBe('measuring');
  });

  it('locks the camera settings before the first frame, and unlocks them after the last', async () => {
    const timeline = await readyTimeline({ holdsSlowly: true });
    await timeline.send('START');
    expect(timeline.phase).toBe('ready');
    expect(timeline.capture.log).not.toContain('record 6x5');
    await timeline.send('START');
    timeline.camera.locking[0]?.resolve(undefined);
    await settle();
    expect(timeline.phase).toBe('measuring');
    expect(timeline.camera.log.filter((entry) => entry !== 'close')).toEqual(['lock']);
    timeline.analysis.creating[0]?.resolve(MEASUREMENT_ID);
    await timeline.recorded();
    expect(timeline.camera.log.slice(-3)).toEqual(['lock', 'unlock', 'close']);
  });

  it('films even if the camera settings cannot be locked', async () => {
    const timeline = await readyTimeline({ holdsSlowly: true });
    await timeline.send('START');
    timeline.camera.locking[0]?.reject(new Error('no'));
    await settle();
    expect(timeline.phase).toBe('measuring');
  });

  it('films immediately, while the measurement is still being created', async () => {
    const timeline = await readyTimeline();
    await timeline.send('START');
    await timeline.chunk(0);
    await timeline.chunk(1);
    timeline.analysis.creating[0]?.resolve(MEASUREMENT_ID);
    await settle();
    expect(timeline.sent).toEqual([]);
    await timeline.connected();
    expect(timeline.sent).toEqual([0]);
    await timeline.acknowledged();
    expect(timeline.sent).toEqual([0, 1]);
  });
});

describe('before it starts', () => {
  it('cannot start while the face is not ready', async () => {
    const timeline = await readyTimeline();
    await timeline.faces(NO_FACE);
    expect(timeline.phase).toBe('preparing');
    await timeline.send('START');
    expect(timeline.phase).toBe('preparing');
    await timeline.faces(GOOD_FACE);
    expect(timeline.phase).toBe('ready');
  });

  it('unlocks the camera settings when the face leaves while they are being locked', async () => {
    const timeline = await readyTimeline({ holdsSlowly: true });
    await timeline.send('START');
    await timeline.faces(NO_FACE);
    expect(timeline.phase).toBe('preparing');
    expect(timeline.camera.log.slice(-2)).toEqual(['lock', 'unlock']);
    timeline.camera.locking[0]?.resolve(undefined);
    await settle();
    expect(timeline.phase).toBe('preparing');
  });

  it.each(['CANCEL', 'TAB_HIDDEN', 'LEAVE'] as const)(
    'unlocks the camera settings after %s',
    async (command) => {
      const timeline = await measuringTimeline();
      await timeline.send(command);
      expect(timeline.camera.log.slice(-3)).toEqual(['lock', 'unlock', 'close']);
    },
  );

  it('waits until a blocking check passes, and names it', async () => {
    const picture = {
      faceHighlights: 40,
      redPeak: 40,
      leftCheek: 25,
      rightCheek: 25,
      background: 30,
      overexposed: 0,
      edgeWidth: 5,
      noise: 2,
    };
    const warned = await readyTimeline();
    await warned.faces({ ...GOOD_FACE, picture }, 12);
    expect(warned.phase).toBe('ready');
    expect(warned.context.checkUp).toMatchObject({ advice: 'too-dark', isDark: true });
    const checkUp = { ...DEFAULT_SETTINGS.checkUp, brightness: 'block' } as const;
    const blocked = await readyTimeline({ settings: { ...DEFAULT_SETTINGS, checkUp } });
    await blocked.faces({ ...GOOD_FACE, picture });
    expect(blocked.phase).toBe('preparing');
    expect(blocked.context.readiness.reason).toBe('too-dark');
    await blocked.send('START');
    expect(blocked.phase).toBe('preparing');
    await blocked.faces({ ...GOOD_FACE, picture: { ...picture, background: 140 } });
    expect(blocked.phase).toBe('ready');
  });

  it('detects a camera that has become slow', async () => {
    const checkUp = { ...DEFAULT_SETTINGS.checkUp, frameRate: 'block' } as const;
    const timeline = await readyTimeline({ settings: { ...DEFAULT_SETTINGS, checkUp } });
    for (let second = 0; second < 5; second += 1) {
      timeline.capture.tell({ type: 'rate', framesPerS: 9 });
    }
    await timeline.faces(GOOD_FACE);
    expect(timeline.context.readiness.reason).toBe('low-frame-rate');
  });

  it('does not become ready before the service has returned the plan', async () => {
    const timeline = new Timeline();
    await timeline.send('OPEN_CAMERA');
    timeline.camera.opening[0]?.resolve(undefined);
    await settle();
    timeline.capture.starting[0]?.resolve(undefined);
    await timeline.faces(GOOD_FACE);
    expect(timeline.phase).toBe('preparing');
    timeline.analysis.planning[0]?.resolve(PLAN);
    await settle();
    expect(timeline.phase).toBe('ready');
  });

  it('returns to the closed camera on cancel, without a failure', async () => {
    const timeline = await readyTimeline();
    expect(timeline.camera.state.open).toBe(true);
    await timeline.send('CANCEL');
    expect(timeline.phase).toBe('idle');
    expect(timeline.camera.state.open).toBe(false);
    expect(timeline.context.failure).toBeNull();
  });

  it('opens the other camera on a switch, and discards the face of the first', async () => {
    const timeline = await readyTimeline();
    timeline.capture.log.length = 0;
    await timeline.send('SWITCH_CAMERA');
    expect(timeline.phase).toBe('starting');
    expect(timeline.capture.log).toEqual(['detach']);
    await timeline.faces(GOOD_FACE);
    timeline.camera.opening.at(-1)?.resolve(undefined);
    await settle();
    timeline.capture.starting.at(-1)?.resolve(undefined);
    timeline.analysis.planning.at(-1)?.resolve(PLAN);
    await settle();
    expect(timeline.phase).toBe('preparing');
    expect(timeline.context.readiness.last).toBeNull();
    await timeline.faces(GOOD_FACE);
    expect(timeline.phase).toBe('ready');
    expect(timeline.camera.opening).toHaveLength(2);
  });

  it.each([
    ['a refused permission', 'CAMERA_DENIED'],
    ['no camera', 'CAMERA_NOT_FOUND'],
    ['a camera in use', 'CAMERA_IN_USE'],
    ['any other camera fault', 'CAMERA_START'],
  ] as const)('fails on %s', async (_, code) => {
    const timeline = new Timeline();
    await timeline.send('OPEN_CAMERA');
    timeline.camera.opening[0]?.reject(new MeasurementFault(code, 'no'));
    await settle();
    expectEnd(timeline, code);
  });

  it('fails when the tracker cannot be loaded', async () => {
    const timeline = new Timeline();
    await timeline.send('OPEN_CAMERA');
    timeline.camera.opening[0]?.resolve(undefined);
    await settle();
    timeline.capture.starting[0]?.reject(new MeasurementFault('COLLECTOR_INIT', 'no wasm'));
    await settle();
    expectEnd(timeline, 'COLLECTOR_INIT');
    expect(timeline.camera.state.open).toBe(false);
  });

  it('fails when the service does not accept the token for the study', async () => {
    const timeline = new Timeline();
    await timeline.send('OPEN_CAMERA');
    timeline.camera.opening[0]?.resolve(undefined);
    await settle();
    timeline.analysis.planning[0]?.reject(new MeasurementFault('AUTHORIZATION', '403'));
    await settle();
    expectEnd(timeline, 'AUTHORIZATION');
  });

  it('counts an error without a failure code as unknown', async () => {
    const timeline = new Timeline();
    await timeline.send('OPEN_CAMERA');
    timeline.camera.opening[0]?.reject(new Error('surprise'));
    await settle();
    expectEnd(timeline, 'UNKNOWN');
  });

  it('ignores a hidden tab', async () => {
    const timeline = await readyTimeline();
    await timeline.send('TAB_HIDDEN');
    expect(timeline.phase).toBe('ready');
  });
});

describe('chunks', () => {
  it('wait for the acknowledgement of the previous one', async () => {
    const timeline = await measuringTimeline();
    await timeline.chunk(0);
    await timeline.chunk(1);
    await timeline.chunk(2);
    expect(timeline.sent).toEqual([0]);
    await timeline.acknowledged();
    expect(timeline.sent).toEqual([0, 1]);
    await timeline.acknowledged();
    expect(timeline.sent).toEqual([0, 1, 2]);
  });

  it('are resent after a reconnect only if they were not acknowledged', async () => {
    const timeline = await measuringTimeline();
    await timeline.chunk(0);
    await timeline.acknowledged();
    await timeline.chunk(1);
    expect(timeline.sent).toEqual([0, 1]);
    await timeline.lost(NETWORK);
    expect(timeline.context.online).toBe(false);
    await timeline.chunk(2);
    await timeline.seconds(2);
    expect(timeline.analysis.connections).toHaveLength(2);
    await timeline.connected();
    expect(timeline.sent).toEqual([1]);
    expect(timeline.context.online).toBe(false);
    await timeline.acknowledged();
    expect(timeline.context.online).toBe(true);
    expect(timeline.sent).toEqual([1, 2]);
    expect(timeline.phase).toBe('measuring');
  });

  it('are resent when the acknowledgement never arrives', async () => {
    const timeline = await measuringTimeline();
    await timeline.chunk(0);
    await timeline.seconds(ACKNOWLEDGE_TIMEOUT_MS / 1000 + 2);
    expect(timeline.analysis.connections[0]?.closed).toBe(true);
    await timeline.connected();
    expect(timeline.sent).toEqual([0]);
  });

  it('are not acknowledged by a late answer of the lost connection', async () => {
    const timeline = await measuringTimeline();
    await timeline.chunk(0);
    await timeline.chunk(1);
    const first = timeline.connection;
    await timeline.lost(NETWORK);
    await timeline.seconds(2);
    await timeline.connected();
    first.sent[0]?.ack.resolve(undefined);
    await settle();
    expect(timeline.sent).toEqual([0]);
    await timeline.acknowledged();
    expect(timeline.sent).toEqual([0, 1]);
  });

  it('may have their result before their acknowledgement', async () => {
    const timeline = await measuringTimeline();
    await timeline.chunk(0);
    await timeline.result(0, { bpm: 66 });
    expect(timeline.context.reading?.bpm).toBe(66);
    await timeline.acknowledged();
    await timeline.chunk(1);
    expect(timeline.sent).toEqual([0, 1]);
  });

  it('end the measurement when the service refuses one', async () => {
    const timeline = await measuringTimeline();
    await timeline.chunk(0);
    timeline.connection.sent[0]?.ack.reject(new MeasurementFault('CHUNK_REFUSED', 'RATE_LIMIT'));
    await settle();
    expectEnd(timeline, 'CHUNK_REFUSED');
  });

  it('are resent over the same connection with back-off while the service is unavailable', async () => {
    const timeline = await measuringTimeline({ retry });
    await timeline.chunk(0);
    let last = 0;
    const gaps: number[] = [];
    for (let tenth = 1; tenth <= 250; tenth += 1) {
      timeline.connection.sent.at(-1)?.ack.reject(BUSY);
      await settle();
      await timeline.seconds(0.1);
      if (timeline.sent.length - 1 === gaps.length) continue;
      gaps.push(tenth - last);
      last = tenth;
    }
    expect(gaps.slice(0, 5)).toEqual([3, 5, 10, 20, 20]);
    expect(timeline.analysis.connections).toHaveLength(1);
    expect(timeline.phase).toBe('measuring');
    expect(timeline.context.online).toBe(true);
    await timeline.seconds(2);
    await timeline.acknowledged();
    await timeline.chunk(1);
    expect(timeline.sent.slice(-2)).toEqual([0, 1]);
  });

  it('are resent with back-off when each new connection breaks, with a single change to offline', async () => {
    const timeline = await measuringTimeline({ retry });
    await timeline.chunk(0);
    const online: boolean[] = [];
    timeline.actor.subscribe(({ context }) => {
      if (context.online !== online.at(-1)) online.push(context.online);
    });
    for (let tenth = 0; tenth < 250; tenth += 1) {
      timeline.connection.sent.at(-1)?.ack.reject(NETWORK);
      await timeline.seconds(0.1);
      if (timeline.connection.sent.length === 0) await timeline.connected();
    }
    // 0.3, 0.5 and 1 s, then every 2 s.
    expect(timeline.analysis.connections.length).toBeLessThan(17);
    expect(timeline.phase).toBe('measuring');
    expect(online).toEqual([false]);
  });
});

describe('a lost connection', () => {
  it('is retried beyond the policy while the service answers that it is unavailable', async () => {
    const timeline = await measuringTimeline({ retry });
    await timeline.chunk(0);
    timeline.connection.sent[0]?.ack.reject(BUSY);
    await timeline.lost(NETWORK);
    for (let second = 0; second < 25; second += 1) {
      await timeline.seconds(1);
      await timeline.lost(BUSY);
    }
    expect(timeline.phase).toBe('measuring');
    expect(timeline.context.online).toBe(false);
    await timeline.seconds(2);
    await timeline.connected();
    expect(timeline.sent).toEqual([0]);
  });

  it('is retried as long as the policy allows, then cancels', async () => {
    const timeline = await measuringTimeline();
    await timeline.lost(NETWORK);
    await timeline.seconds(1);
    await timeline.lost(NETWORK);
    await timeline.seconds(2);
    await timeline.lost(NETWORK);
    await timeline.seconds(4);
    await timeline.lost(NETWORK);
    await timeline.seconds(4);
    await timeline.lost(NETWORK);
    expect(timeline.phase).toBe('measuring');
    await timeline.seconds(4);
    await timeline.lost(NETWORK);
    expectEnd(timeline, 'NETWORK_ERROR');
  });

  it('loses nothing if restored after 5 seconds: results computed meanwhile are fetched', async () => {
    const timeline = await measuringTimeline();
    await timeline.chunk(0);
    await timeline.acknowledged();
    await timeline.lost(NETWORK);
    await timeline.seconds(1);
    await timeline.lost(NETWORK);
    timeline.analysis.missed.set(0, resultMessage(0, { bpm: 64 }));
    await timeline.seconds(4);
    await timeline.connected();
    expect(timeline.analysis.asked).toEqual([0]);
    expect(timeline.context.reading?.bpm).toBe(64);
    await timeline.result(0, { bpm: 99 });
    expect(timeline.context.reading?.bpm).toBe(64);
  });

  it('that is not detected delays no result: overdue results are requested', async () => {
    const timeline = await measuringTimeline();
    for (let index = 0; index < PLAN.chunkCount; index += 1) {
      await timeline.seconds(PLAN.chunkS);
      await timeline.chunk(index);
      await timeline.acknowledged();
    }
    // While filming, no result is overdue yet.
    expect(timeline.analysis.asked).toEqual([]);
    await timeline.recorded();
    await timeline.seconds(RESULT_OVERDUE_MS / 1000 + 1);
    expect(timeline.analysis.asked).toEqual([0, 1, 2, 3, 4, 5]);
    expect(timeline.phase).toBe('analysing');
    timeline.analysis.missed.set(5, resultMessage(5, { bpm: 71 }));
    await timeline.seconds(RESULT_OVERDUE_MS / 1000);
    expect(timeline.phase).toBe('done');
    expect(timeline.context.reading?.bpm).toBe(71);
    expect(timeline.analysis.connections).toHaveLength(1);
  });

  it('does not hide an available result behind one that cannot be fetched', async () => {
    const timeline = await measuringTimeline();
    for (const index of [0, 5]) {
      await timeline.chunk(index);
      await timeline.acknowledged();
    }
    await timeline.recorded();
    timeline.analysis.missed.set(0, Promise.reject(NETWORK));
    timeline.analysis.missed.set(5, resultMessage(5));
    await timeline.seconds(RESULT_OVERDUE_MS / 1000 + 1);
    expect(timeline.phase).toBe('done');
  });

  it('counts as lost again when the login takes too long', async () => {
    const timeline = await readyTimeline();
    await timeline.send('START');
    timeline.analysis.creating[0]?.resolve(MEASUREMENT_ID);
    await settle();
    await timeline.seconds(CONNECT_TIMEOUT_MS / 1000 + 1);
    expect(timeline.analysis.connections).toHaveLength(2);
    expect(timeline.analysis.connections[0]?.closed).toBe(true);
  });

  it('is not retried when the token is no longer accepted', async () => {
    const timeline = await measuringTimeline();
    await timeline.lost(new MeasurementFault('AUTHORIZATION', '401'));
    expectEnd(timeline, 'AUTHORIZATION');
  });

  it('before the measurement is created fails at once', async () => {
    const timeline = await readyTimeline();
    await timeline.send('START');
    timeline.analysis.creating[0]?.reject(NETWORK);
    await settle();
    expectEnd(timeline, 'CONNECTION_ERROR');
  });
});

describe('the signal rule', () => {
  it.each([
    [0, -100, false],
    [1, -100, false],
    [2, -100, true],
    [2, -90, true],
    [3, -91, true],
    [4, -100, true],
    [5, -100, true],
    [2, -3, false],
    [4, 0.2, false],
  ])('for chunk %i with %d dB cancels: %s', async (index, snr, cancels) => {
    const timeline = await measuringTimeline();
    await timeline.result(index, { snr, bpm: null });
    if (cancels) expectEnd(timeline, 'SNR_QUALITY');
    else expect(timeline.context.failure).toBeNull();
  });

  it('cancels after two -100 in a row from chunk 3 on', async () => {
    const timeline = await measuringTimeline();
    await timeline.result(1, { snr: 6 });
    await timeline.result(2, { snr: 6 });
    await timeline.result(3, { snr: -100 });
    await timeline.result(4, { snr: -100 });
    expectEnd(timeline, 'SNR_QUALITY');
    expect(timeline.context.reading?.snr).toBe(-100);
  });
});

describe('the timeout', () => {
  const timeoutS = MEASUREMENT.timeoutMs / 1000;

  it('runs from the start', async () => {
    const timeline = await measuringTimeline();
    await timeline.seconds(timeoutS - 1);
    expect(timeline.phase).toBe('measuring');
    await timeline.seconds(2);
    expectEnd(timeline, 'MEASUREMENT_TIMED_OUT');
  });

  it('restarts with each result that has a heart rate', async () => {
    const timeline = await measuringTimeline();
    await timeline.seconds(50);
    await timeline.result(0, { bpm: 70 });
    await timeline.seconds(50);
    expect(timeline.phase).toBe('measuring');
    await timeline.seconds(11);
    expectEnd(timeline, 'MEASUREMENT_TIMED_OUT');
  });

  it('does not restart with a result without one', async () => {
    const timeline = await measuringTimeline();
    await timeline.seconds(50);
    await timeline.result(0, { bpm: null });
    await timeline.seconds(11);
    expectEnd(timeline, 'MEASUREMENT_TIMED_OUT');
  });

  it('of a cancelled measurement does not end the next', async () => {
    const timeline = await measuringTimeline();
    await timeline.seconds(40);
    await timeline.send('CANCEL');
    await timeline.toMeasuring();
    await timeline.seconds(25);
    expect(timeline.phase).toBe('measuring');
  });

  it('still runs while the result is awaited', async () => {
    const timeline = await measuringTimeline();
    await timeline.seconds(30);
    await timeline.recorded();
    expect(timeline.phase).toBe('analysing');
    await timeline.seconds(31);
    expectEnd(timeline, 'MEASUREMENT_TIMED_OUT');
  });

  it.each([
    ['less', 29],
    ['more', 75],
  ])(
    'restarts after a sleep of %s than its rest, in which no result could arrive',
    async (_, s) => {
      const timeline = await measuringTimeline();
      await timeline.seconds(30);
      await timeline.recorded();
      timeline.clock.increment(s * 1000);
      await settle();
      await timeline.seconds(timeoutS - 2);
      expect(timeline.phase).toBe('analysing');
      await timeline.seconds(3);
      expectEnd(timeline, 'MEASUREMENT_TIMED_OUT');
    },
  );
});

describe('a measurement is also ended by', () => {
  it('a hidden tab while filming, but not while analysing', async () => {
    const filming = await measuringTimeline();
    await filming.send('TAB_HIDDEN');
    expectEnd(filming, 'TAB_HIDDEN');

    const analysing = await measuringTimeline();
    await analysing.recorded();
    await analysing.send('TAB_HIDDEN');
    expect(analysing.phase).toBe('analysing');
  });

  describe('a device that sleeps while it films', () => {
    it.each([
      ['less', 40_000],
      ['more', 75_000],
    ])('for %s than the result timeout', async (_, sleepMs) => {
      const timeline = await measuringTimeline();
      await timeline.seconds(4);
      timeline.clock.increment(sleepMs);
      await settle();
      expectEnd(timeline, 'DEVICE_SLEPT');
    });

    it('and whose timers are suspended too', async () => {
      const timeline = await measuringTimeline();
      await timeline.seconds(4);
      timeline.sleepMs = SLEEP_THRESHOLD_MS;
      await timeline.seconds(1.5);
      expectEnd(timeline, 'DEVICE_SLEPT');
    });

    const RECORDED = { type: 'recorded', frames: 900, dropped: 6, framesPerS: 30 } as const;
    it.each([
      ['the last frame', ({ capture }: Timeline) => capture.tell(RECORDED)],
      ['a camera that is gone', ({ camera }: Timeline) => camera.lose()],
      [
        'a tracker that died',
        ({ capture }: Timeline) => capture.tell({ type: 'failed', code: 'WORKER_ERROR' }),
      ],
    ])('and is notified of %s before the next tick', async (_, happens) => {
      const timeline = await measuringTimeline();
      timeline.sleepMs = SLEEP_THRESHOLD_MS + 1;
      happens(timeline);
      await settle();
      expectEnd(timeline, 'DEVICE_SLEPT');
    });

    it('but not one that is only busy for a few seconds', async () => {
      const timeline = await measuringTimeline();
      timeline.clock.increment(SLEEP_THRESHOLD_MS);
      await timeline.recorded();
      expect(timeline.phase).toBe('analysing');
    });

    it('but not while the result is awaited', async () => {
      const timeline = await measuringTimeline();
      await timeline.recorded();
      timeline.sleepMs = 40_000;
      await timeline.seconds(2);
      expect(timeline.phase).toBe('analysing');
    });
  });

  it('a face that is missing for too long', async () => {
    const timeline = await measuringTimeline();
    await timeline.faces(NO_FACE);
    await timeline.seconds(FACE_LOST_MS / 1000 - 0.5);
    await timeline.faces(GOOD_FACE);
    await timeline.seconds(5);
    expect(timeline.phase).toBe('measuring');
    await timeline.faces(NO_FACE);
    await timeline.seconds(FACE_LOST_MS / 1000 + 0.5);
    expectEnd(timeline, 'FACE_LOST');
  });

  it('a camera that stops', async () => {
    const timeline = await measuringTimeline();
    timeline.camera.lose();
    await settle();
    expectEnd(timeline, 'CAMERA_STOPPED');
  });

  it('a camera whose permission is revoked', async () => {
    const timeline = await measuringTimeline();
    timeline.camera.lose('CAMERA_DENIED');
    await settle();
    expectEnd(timeline, 'CAMERA_DENIED');
  });

  it.each(['CREATE_CHUNK_FAIL', 'COLLECTOR_INIT', 'WORKER_ERROR'] as const)(
    'a failure of the capture: %s',
    async (code) => {
      const timeline = await measuringTimeline();
      timeline.capture.tell({ type: 'failed', code });
      await settle();
      expectEnd(timeline, code);
      expect(timeline.camera.state.open).toBe(false);
    },
  );

  it('a service that refuses to create it', async () => {
    const timeline = await readyTimeline();
    await timeline.send('START');
    timeline.analysis.creating[0]?.reject(new MeasurementFault('CREATE_REFUSED', '400'));
    await settle();
    expectEnd(timeline, 'CREATE_REFUSED');
  });

  it('a last result that reports a failed analysis', async () => {
    const timeline = await measuringTimeline();
    await timeline.recorded();
    await timeline.result(5, { error: 'INTERNAL_ERROR', bpm: null, snr: 1 });
    expectEnd(timeline, 'ANALYSIS_FAILED');
  });

  it('a cancel by the user, after which the service discards its data', async () => {
    const timeline = await measuringTimeline();
    await timeline.send('CANCEL');
    expectEnd(timeline, 'CANCELED');
    expect(timeline.camera.state.open).toBe(false);
    expect(timeline.capture.log).toContain('stop');
    expect(timeline.analysis.discarded).toEqual([MEASUREMENT_ID]);
  });

  it('the user, by leaving for another screen', async () => {
    const timeline = await measuringTimeline();
    await timeline.send('LEAVE');
    expect(timeline.phase).toBe('idle');
    expect(timeline.camera.state.open).toBe(false);
    expect(timeline.connection.closed).toBe(true);
    expect(timeline.analysis.discarded).toEqual([MEASUREMENT_ID]);
  });
});

describe('races', () => {
  it('no connection is opened to a measurement that is created after the cancel', async () => {
    const timeline = await readyTimeline();
    await timeline.send('START');
    await timeline.send('CANCEL');
    expect(timeline.analysis.creating[0]?.aborted()).toBe(true);
    timeline.analysis.creating[0]?.resolve(MEASUREMENT_ID);
    await settle();
    expect(timeline.analysis.connections).toEqual([]);
    expectEnd(timeline, 'CANCELED');
  });

  it('results, acknowledgements and losses after a cancel change nothing', async () => {
    const timeline = await measuringTimeline();
    await timeline.chunk(0);
    await timeline.send('CANCEL');
    const before = timeline.context;
    await timeline.result(0);
    await timeline.result(5);
    await timeline.acknowledged();
    await timeline.lost(NETWORK);
    await timeline.recorded();
    await timeline.seconds(70);
    expectEnd(timeline, 'CANCELED');
    expect(timeline.context).toBe(before);
  });

  it('a cancel during the login closes the socket and discards the measurement', async () => {
    const timeline = await readyTimeline();
    await timeline.send('START');
    timeline.analysis.creating[0]?.resolve(MEASUREMENT_ID);
    await settle();
    const connecting = timeline.connection;
    await timeline.send('CANCEL');
    expect(connecting.closed).toBe(true);
    expect(timeline.analysis.discarded).toEqual([MEASUREMENT_ID]);
    connecting.listener.onReady();
    await settle();
    expectEnd(timeline, 'CANCELED');
    expect(connecting.sent).toEqual([]);
  });

  it('a cancel while waiting to reconnect prevents further connections', async () => {
    const timeline = await measuringTimeline();
    await timeline.lost(NETWORK);
    await timeline.send('CANCEL');
    await timeline.seconds(20);
    expectEnd(timeline, 'CANCELED');
    expect(timeline.analysis.connections).toHaveLength(1);
  });

  it('two results for one chunk count once: the first is kept', async () => {
    const timeline = await measuringTimeline();
    await timeline.result(0, { bpm: 61 });
    await timeline.result(0, { bpm: 99 });
    expect(timeline.context.answered).toEqual([0]);
    expect(timeline.context.reading?.bpm).toBe(61);
  });

  it('a repeated result does not reset the timeout', async () => {
    const timeline = await measuringTimeline();
    await timeline.result(0, { bpm: 61 });
    await timeline.seconds(50);
    await timeline.result(0, { bpm: 61 });
    await timeline.seconds(11);
    expectEnd(timeline, 'MEASUREMENT_TIMED_OUT');
  });

  it('the final result may come before the fifth, which then changes nothing', async () => {
    const timeline = await measuringTimeline();
    for (const index of [0, 1, 2, 3]) await timeline.result(index);
    await timeline.recorded();
    await timeline.result(5, { bpm: 70 });
    expect(timeline.phase).toBe('done');
    const before = timeline.context;
    await timeline.result(4, { bpm: 50 });
    expect(timeline.context).toBe(before);
  });

  it('an invalid final result cancels even when all before it were good', async () => {
    const timeline = await measuringTimeline();
    for (const index of [0, 1, 2, 3, 4]) await timeline.result(index);
    await timeline.recorded();
    await timeline.result(5, { snr: -100, bpm: null });
    expectEnd(timeline, 'SNR_QUALITY');
  });

  it('a second failure right after a hidden tab does not replace the first', async () => {
    const timeline = await measuringTimeline();
    timeline.actor.send({ type: 'TAB_HIDDEN' });
    timeline.camera.lose();
    await settle();
    expectEnd(timeline, 'TAB_HIDDEN');
    expect(timeline.context.failures).toEqual({ TAB_HIDDEN: 1 });
  });

  it('a camera that is lost while the result is awaited no longer matters', async () => {
    const timeline = await measuringTimeline();
    await timeline.recorded();
    timeline.camera.lose();
    timeline.capture.tell({ type: 'failed', code: 'WORKER_ERROR' });
    await settle();
    expect(timeline.phase).toBe('analysing');
  });

  it('leaving while filming stops the camera, and nothing fails later', async () => {
    const timeline = await measuringTimeline();
    await timeline.send('LEAVE');
    await timeline.seconds(70);
    expect(timeline.phase).toBe('idle');
    expect(timeline.context.failure).toBeNull();
    expect(timeline.camera.state.open).toBe(false);
  });

  it('a final result that precedes its acknowledgement still counts', async () => {
    const timeline = await measuringTimeline();
    await timeline.chunk(5);
    await timeline.result(5);
    expect(timeline.phase).toBe('done');
    await timeline.acknowledged();
    expect(timeline.phase).toBe('done');
  });

  it('a result out of order does not replace a newer one', async () => {
    const timeline = await measuringTimeline();
    await timeline.result(3, { bpm: 70 });
    await timeline.result(2, { bpm: 50 });
    expect(timeline.context.reading).toMatchObject({ index: 3, bpm: 70 });
    expect(timeline.context.answered).toEqual([3, 2]);
  });

  it('the average star rating counts every rated result once', async () => {
    const timeline = await measuringTimeline();
    expect(averageStars(timeline.context)).toBe(0);
    await timeline.result(0, { snr: 1 });
    await timeline.result(0, { snr: 12 });
    await timeline.result(2, { snr: 6 });
    await timeline.result(1, { snr: null });
    expect(timeline.context.starRatings).toEqual([1, 3]);
    expect(averageStars(timeline.context)).toBe(2);
    await timeline.result(3, { snr: 9 });
    await timeline.chunk(5);
    await timeline.result(5, { snr: 9 });
    expect(timeline.phase).toBe('done');
    expect(averageStars(timeline.context)).toBe(3);
  });

  it('a camera that opens after leaving is not used', async () => {
    const timeline = new Timeline();
    await timeline.send('OPEN_CAMERA');
    await timeline.send('LEAVE');
    timeline.camera.opening[0]?.resolve(undefined);
    await settle();
    expect(timeline.phase).toBe('idle');
    expect(timeline.capture.starting).toEqual([]);
  });

  it('a second start does not film twice', async () => {
    const timeline = await readyTimeline();
    timeline.actor.send({ type: 'START' });
    timeline.actor.send({ type: 'START' });
    await settle();
    expect(timeline.capture.log.filter((entry) => entry.startsWith('record'))).toHaveLength(1);
    expect(timeline.analysis.creating).toHaveLength(1);
  });
});

describe('measuring again', () => {
  it('is possible after a cancel or a failure, and starts from a clean state', async () => {
    for (const code of ['CANCELED', 'WORKER_ERROR'] as const) {
      const timeline = await measuringTimeline();
      await timeline.chunk(0);
      await timeline.result(0);
      if (code === 'CANCELED') await timeline.send('CANCEL');
      else timeline.capture.tell({ type: 'failed', code });
      await settle();
      expectEnd(timeline, code);
      await timeline.toReady();
      expect(timeline.phase).toBe('ready');
      expect(timeline.context).toMatchObject({
        failure: null,
        measurementId: null,
        reading: null,
        starRatings: [],
        answered: [],
        frames: { seen: 0 },
      });
    }
  });

  it('is possible after a result', async () => {
    const timeline = await measuringTimeline();
    await timeline.result(5);
    expect(timeline.phase).toBe('done');
    await timeline.toReady();
    expect(timeline.phase).toBe('ready');
  });

  it('keeps count of failures, so that the second chunk failure can be recognised', async () => {
    const timeline = new Timeline();
    for (const count of [1, 2]) {
      await timeline.toMeasuring();
      timeline.capture.tell({ type: 'failed', code: 'CREATE_CHUNK_FAIL' });
      await settle();
      expect(timeline.context.failures.CREATE_CHUNK_FAIL).toBe(count);
    }
  });

  it('returns to the closed camera after the message is dismissed', async () => {
    const timeline = await measuringTimeline();
    await timeline.send('CANCEL');
    await timeline.send('DISMISS');
    expect(timeline.phase).toBe('idle');
  });
});

it('stops listening to its ports when the actor stops', () => {
  const timeline = new Timeline();
  expect(timeline.capture.listeners.size).toBe(1);
  timeline.actor.stop();
  expect(timeline.capture.listeners.size).toBe(0);
});
