// SPDX-License-Identifier: Apache-2.0
/** A chest strap or a pulse oximeter connected by Bluetooth. */
import {
  HEART_RATE_MEASUREMENT,
  HEART_RATE_SERVICE,
  parseHeartRateMeasurement,
} from '@perfuse/contract/study/heart-rate-measurement';
import type { Outcome } from '@perfuse/contract/outcome';
import {
  parsePulseOximetry,
  PLX_CONTINUOUS_MEASUREMENT,
  PULSE_OXIMETER_SERVICE,
} from '@perfuse/contract/study/pulse-oximetry';
import type { SensorEvent, SensorKind, SensorSample } from '@perfuse/contract/study/session-file';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BluetoothPeripheral, WebBluetooth } from './web-bluetooth.ts';

/**
 * `unsupported`: the browser has no Bluetooth. `off`: the computer has none, or it is switched off. `denied`: the
 * browser or an administrator forbids it. `unsuitable`: the chosen device sends no heart rate. `lost`: the connection
 * ended by itself; reconnecting continues until it succeeds or `forget` is called. `none`: no device was chosen.
 */
export type SensorPhase =
  | 'none'
  | 'unsupported'
  | 'off'
  | 'denied'
  | 'choosing'
  | 'connecting'
  | 'unsuitable'
  | 'connected'
  | 'lost';

export interface SensorState {
  readonly phase: SensorPhase;
  readonly kind: SensorKind | null;
  /** The sensor's own name. */
  readonly name: string;
  /** The newest notification; null before the first. */
  readonly sample: SensorSample | null;
  /** Whether it has sent inter-beat intervals since it was connected. */
  readonly sendsIntervals: boolean;
  /** Unreadable notifications since it was connected. */
  readonly unread: number;
}

const NOTHING: SensorState = {
  phase: 'none',
  kind: null,
  name: '',
  sample: null,
  sendsIntervals: false,
  unread: 0,
};

export interface SensorDeps {
  /** Null where the browser has none. */
  readonly bluetooth: WebBluetooth | null;
  /** Time of the page's monotonic clock, ms since 1970. */
  readonly clock: () => number;
  /** Waits before the next attempt to connect. */
  readonly wait: (ms: number) => Promise<void>;
  readonly log: (message: string) => void;
}

export interface SensorListener {
  readonly onSample: (sample: SensorSample) => void;
  readonly onEvent: (event: SensorEvent) => void;
}

export interface Sensor {
  readonly store: StoreApi<SensorState>;
  /** Lets the person choose a sensor and connects it, replacing another. Must follow a button press. Never rejects. */
  readonly choose: () => Promise<void>;
  /** Disconnects the sensor. */
  readonly forget: () => void;
  /** @returns a function that unsubscribes. */
  readonly subscribe: (listener: SensorListener) => () => void;
}

interface Source {
  readonly kind: SensorKind;
  readonly service: number;
  readonly characteristic: number;
  readonly read: (bytes: DataView) => Outcome<Omit<SensorSample, 'atMs'>>;
}

/** In the order of the attempts: intervals carry more information than an average. */
const SOURCES: readonly Source[] = [
  {
    kind: 'heart-rate',
    service: HEART_RATE_SERVICE,
    characteristic: HEART_RATE_MEASUREMENT,
    read: (bytes) => {
      const found = parseHeartRateMeasurement(bytes);
      if (!found.ok) return found;
      const { bpm, contact, intervalsMs } = found.value;
      // Sensors send 0 while they find no pulse.
      return {
        ok: true,
        value: { bpm: bpm === 0 ? null : bpm, contact, intervalsMs: [...intervalsMs] },
      };
    },
  },
  {
    kind: 'oximeter',
    service: PULSE_OXIMETER_SERVICE,
    characteristic: PLX_CONTINUOUS_MEASUREMENT,
    read: (bytes) => {
      const found = parsePulseOximetry(bytes);
      if (!found.ok) return found;
      const { bpm, spo2, isDoubtful } = found.value;
      const rate = bpm === null || bpm <= 0 ? null : bpm;
      return {
        ok: true,
        value: { bpm: rate, contact: 'unknown', intervalsMs: [], spo2, isDoubtful },
      };
    },
  },
];

/** Wait between attempts to reconnect, ms. */
export const RECONNECT_MS = 2000;

const nameOf = (cause: unknown): string => (cause instanceof Error ? cause.name : '');

/** For what a device does not have. */
function nullIfMissing(cause: unknown): null {
  if (nameOf(cause) === 'NotFoundError') return null;
  throw cause;
}

/** The phase after a choice that failed. */
function phaseAfter(cause: unknown): SensorPhase {
  const name = nameOf(cause);
  if (name === 'SecurityError' || name === 'NotAllowedError') return 'denied';
  // The person closed the browser's list.
  return 'none';
}

export function createSensor({ bluetooth, clock, wait, log }: SensorDeps): Sensor {
  const store = createStore<SensorState>()(() => ({
    ...NOTHING,
    phase: bluetooth === null ? 'unsupported' : 'none',
  }));
  const listeners = new Set<SensorListener>();
  /** The device in use: a new object for each device, null for none. */
  let current: { readonly device: BluetoothPeripheral; readonly ends: AbortController } | null =
    null;

  const tellEvent = (what: SensorEvent['what']): void => {
    for (const { onEvent } of [...listeners]) onEvent({ atMs: clock(), what });
  };

  const forget = (): void => {
    const given = current;
    current = null;
    given?.ends.abort();
    given?.device.gatt?.disconnect();
    store.setState({ ...NOTHING, phase: bluetooth === null ? 'unsupported' : 'none' }, true);
  };

  /** @returns whether the device sends readable data. Rejects when the connection fails. */
  const listenTo = async (device: BluetoothPeripheral, signal: AbortSignal): Promise<boolean> => {
    const server = await device.gatt?.connect();
    if (server === undefined) return false;
    for (const { kind, service, characteristic, read } of SOURCES) {
      const found = await server.getPrimaryService(service).catch(nullIfMissing);
      const value = await found?.getCharacteristic(characteristic).catch(nullIfMissing);
      if (value === undefined || value === null) continue;
      const onValue = (): void => {
        const atMs = clock();
        const bytes = value.value;
        const heard = bytes === undefined ? null : read(bytes);
        if (heard === null || !heard.ok) {
          log(`A notification of the sensor could not be read: ${heard?.reason ?? 'nothing'}`);
          store.setState(({ unread }) => ({ unread: unread + 1 }));
          return;
        }
        const sample = { atMs, ...heard.value };
        store.setState(({ sendsIntervals }) => ({
          sample,
          sendsIntervals: sendsIntervals || sample.intervalsMs.length > 0,
        }));
        for (const { onSample } of [...listeners]) onSample(sample);
      };
      // Before notifications start, so that the first one is received.
      value.addEventListener('characteristicvaluechanged', onValue, { signal });
      await value.startNotifications();
      if (signal.aborted) return true;
      store.setState({ phase: 'connected', kind });
      tellEvent('connected');
      return true;
    }
    return false;
  };

  /** Retries until it is connected, or another device is wanted. */
  const reconnect = async (device: BluetoothPeripheral, ends: AbortController): Promise<void> => {
    const isGivenUp = (): boolean => ends.signal.aborted;
    while (!isGivenUp()) {
      // Earlier listeners are obsolete: a new connection has new characteristics.
      const heard = new AbortController();
      ends.signal.addEventListener('abort', () => heard.abort(), { once: true });
      try {
        if (await listenTo(device, heard.signal)) {
          device.addEventListener(
            'gattserverdisconnected',
            () => {
              heard.abort();
              if (isGivenUp()) return;
              store.setState({ phase: 'lost', sample: null });
              tellEvent('lost');
              void reconnect(device, ends);
            },
            { signal: heard.signal },
          );
          return;
        }
        if (isGivenUp()) return;
        forget();
        store.setState({ phase: 'unsuitable', name: device.name ?? '' });
        return;
      } catch (cause) {
        heard.abort();
        log(`The sensor could not be connected: ${String(cause)}`);
        await wait(RECONNECT_MS);
      }
    }
  };

  return {
    store,
    forget,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    choose: async () => {
      if (bluetooth === null) return;
      forget();
      store.setState({ phase: 'choosing' });
      try {
        const device = await bluetooth.requestDevice({
          filters: SOURCES.map(({ service }) => ({ services: [service] })),
        });
        const ends = new AbortController();
        current = { device, ends };
        store.setState({ phase: 'connecting', name: device.name ?? '' });
        await reconnect(device, ends);
      } catch (cause) {
        log(`No sensor was chosen: ${String(cause)}`);
        const isOn = await bluetooth.getAvailability().catch(() => false);
        store.setState({ ...NOTHING, phase: isOn ? phaseAfter(cause) : 'off' }, true);
      }
    },
  };
}
