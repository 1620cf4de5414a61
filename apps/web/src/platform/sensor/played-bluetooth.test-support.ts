// SPDX-License-Identifier: Apache-2.0
/** A Bluetooth sensor that a test controls. */
import type {
  BluetoothPeripheral,
  GattCharacteristic,
  GattServer,
  GattService,
} from './web-bluetooth.ts';

export const named = (name: string): Error => new DOMException('refused by the test', name);

class PlayedCharacteristic extends EventTarget implements GattCharacteristic {
  value: DataView | undefined;
  isOn = false;
  startNotifications(): Promise<GattCharacteristic> {
    this.isOn = true;
    return Promise.resolve(this);
  }
}

export class PlayedPeripheral extends EventTarget implements BluetoothPeripheral {
  readonly name = 'Strap';
  /** Number of further connections that fail. */
  refusals = 0;
  #characteristic = new PlayedCharacteristic();
  #isConnected = false;
  constructor(private readonly service: number) {
    super();
  }

  get gatt(): GattServer {
    const service: GattService = {
      getCharacteristic: () => Promise.resolve(this.#characteristic),
    };
    const server: GattServer = {
      connected: this.#isConnected,
      connect: () => {
        if (this.refusals > 0) {
          this.refusals -= 1;
          return Promise.reject(named('NetworkError'));
        }
        this.#isConnected = true;
        this.#characteristic = new PlayedCharacteristic();
        return Promise.resolve(server);
      },
      disconnect: () => {
        if (this.#isConnected) this.drop();
      },
      getPrimaryService: (uuid) =>
        uuid === this.service ? Promise.resolve(service) : Promise.reject(named('NotFoundError')),
    };
    return server;
  }

  notify(...bytes: number[]): void {
    if (!this.#characteristic.isOn) return;
    this.#characteristic.value = new DataView(Uint8Array.from(bytes).buffer);
    this.#characteristic.dispatchEvent(new Event('characteristicvaluechanged'));
  }

  /** Ends the connection. */
  drop(): void {
    this.#isConnected = false;
    this.dispatchEvent(new Event('gattserverdisconnected'));
  }
}

export const strapOf = (service: number): PlayedPeripheral => new PlayedPeripheral(service);

/** Lets pending promises run until the condition holds. @throws Error when it does not after many of them. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    if (holds()) return;
    await Promise.resolve();
  }
  throw new Error('What the test waits for did not come.');
}
