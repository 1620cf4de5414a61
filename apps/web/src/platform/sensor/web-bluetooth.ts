// SPDX-License-Identifier: Apache-2.0
/** The part of Web Bluetooth that is used; TypeScript's own types lack it. */

export interface GattCharacteristic extends EventTarget {
  /** The newest value. */
  readonly value?: DataView | undefined;
  startNotifications(): Promise<GattCharacteristic>;
}

export interface GattService {
  getCharacteristic(uuid: number): Promise<GattCharacteristic>;
}

export interface GattServer {
  readonly connected: boolean;
  connect(): Promise<GattServer>;
  disconnect(): void;
  /** Rejects with NotFoundError where the device has no such service. */
  getPrimaryService(uuid: number): Promise<GattService>;
}

/** Dispatches the event `gattserverdisconnected` when its connection ends. */
export interface BluetoothPeripheral extends EventTarget {
  readonly name?: string | undefined;
  readonly gatt?: GattServer | undefined;
}

export interface WebBluetooth {
  /** Whether the computer has a usable Bluetooth adapter. */
  getAvailability(): Promise<boolean>;
  /**
   * Lets the person choose a device. Rejects with NotFoundError when they choose none, with SecurityError when it is
   * forbidden.
   */
  requestDevice(options: {
    readonly filters: readonly { readonly services: readonly number[] }[];
  }): Promise<BluetoothPeripheral>;
}

/** Null in browsers without it, such as Firefox and Safari, and on insecure pages. */
export function webBluetooth(): WebBluetooth | null {
  const { bluetooth } = navigator as Navigator & { readonly bluetooth?: WebBluetooth };
  return bluetooth ?? null;
}
