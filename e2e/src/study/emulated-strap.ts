// SPDX-License-Identifier: Apache-2.0
/**
 * A chest strap that Chromium emulates: discovery, connection, services and characteristics are the browser's own.
 * Unsolicited notifications are not emulated. So the page reads the characteristic that it subscribed to, and the
 * emulated strap answers: the browser then reports the new value by a notification event.
 */
import type { Browser, Page } from '@perfuse/browser-harness';

const ADDRESS = '09:09:09:09:09:09';
const uuid = (short: string): string => `0000${short}-0000-1000-8000-00805f9b34fb`;
const HEART_RATE_SERVICE = uuid('180d');
const HEART_RATE_MEASUREMENT = uuid('2a37');

/** Chromium on Linux has Web Bluetooth behind a switch. */
export const BLUETOOTH = ['--enable-experimental-web-platform-features'] as const;

export interface EmulatedStrap {
  /** Stops the strap. */
  readonly stop: () => Promise<void>;
}

export interface StrapOptions {
  readonly bpm: number;
  readonly sendsIntervals?: boolean;
}

/** Reads the value of the characteristic that the page subscribed to, once a second. */
function readWhatIsSubscribed(): void {
  const { BluetoothRemoteGATTCharacteristic: type } = globalThis as unknown as {
    BluetoothRemoteGATTCharacteristic: {
      prototype: { startNotifications: () => Promise<unknown>; readValue: () => Promise<unknown> };
    };
  };
  const { startNotifications } = type.prototype;
  let timer: ReturnType<typeof setInterval> | undefined;
  type.prototype.startNotifications = async function start() {
    const started = await startNotifications.call(this);
    clearInterval(timer);
    // A stopped strap does not answer.
    timer = setInterval(() => void this.readValue().catch(() => undefined), 1000);
    return started;
  };
}

/** Lets the page find one strap, and chooses it when the page requests a device. Call it before the page is opened. */
export async function emulateStrap(
  browser: Browser,
  page: Page,
  { bpm, sendsIntervals = true }: StrapOptions,
): Promise<EmulatedStrap> {
  let toldMs = Date.now();
  let beatMs = toldMs;
  const cdp = await browser.newBrowserCDPSession();
  // The library's types of the protocol lack this domain.
  const send = async (method: string, values: object): Promise<Record<string, unknown>> =>
    (await (cdp.send as (name: string, sent: object) => Promise<unknown>)(
      `BluetoothEmulation.${method}`,
      values,
    )) as Record<string, unknown>;
  const on = (event: string, listen: (told: Record<string, string>) => void): void => {
    (cdp.on as (name: string, listener: (told: Record<string, string>) => void) => void)(
      `BluetoothEmulation.${event}`,
      listen,
    );
  };

  /** The present notification of a strap: flags, rate, and the intervals that ended since the last one. */
  const notification = (): string => {
    const nowMs = Date.now();
    const units = Math.round((1024 * 60) / bpm);
    const intervals: number[] = [];
    // Starts again after a silence.
    if (nowMs - toldMs > 5000) beatMs = nowMs;
    for (; beatMs + (1000 * units) / 1024 <= nowMs; beatMs += (1000 * units) / 1024) {
      intervals.push(units);
    }
    toldMs = nowMs;
    const flags = 6 | (sendsIntervals && intervals.length > 0 ? 16 : 0);
    const bytes = sendsIntervals ? intervals.flatMap((one) => [one & 0xff, one >> 8]) : [];
    return Buffer.from([flags, Math.round(bpm), ...bytes]).toString('base64');
  };

  await send('enable', { state: 'powered-on', leSupported: true });
  await send('simulatePreconnectedPeripheral', {
    address: ADDRESS,
    name: 'Strap',
    manufacturerData: [],
    knownServiceUuids: [HEART_RATE_SERVICE],
  });
  on('gattOperationReceived', ({ address, type }) => {
    void send('simulateGATTOperationResponse', { address, type, code: 0 });
  });
  on('characteristicOperationReceived', ({ characteristicId, type }) => {
    const data = type === 'read' ? { data: notification() } : {};
    void send('simulateCharacteristicOperationResponse', {
      ...{ characteristicId, type, code: 0 },
      ...data,
    }).catch(() => undefined);
  });
  const { serviceId } = await send('addService', {
    address: ADDRESS,
    serviceUuid: HEART_RATE_SERVICE,
  });
  const { characteristicId: measurement } = await send('addCharacteristic', {
    serviceId,
    characteristicUuid: HEART_RATE_MEASUREMENT,
    properties: { notify: true, read: true },
  });
  // Without its configuration descriptor a browser cannot subscribe to it.
  await send('addDescriptor', {
    characteristicId: measurement,
    descriptorUuid: uuid('2902'),
  });

  const chosen = new Set<string>();
  const prompts = await page.context().newCDPSession(page);
  await prompts.send('DeviceAccess.enable');
  prompts.on('DeviceAccess.deviceRequestPrompted', ({ id, devices }) => {
    const [device] = devices;
    // The event is repeated with each device found; a second choice would crash the browser.
    if (device === undefined || chosen.has(id)) return;
    chosen.add(id);
    void prompts.send('DeviceAccess.selectPrompt', { id, deviceId: device.id });
  });
  await page.addInitScript(readWhatIsSubscribed);
  return {
    stop: async () => {
      await send('disable', {});
      await cdp.detach();
    },
  };
}
