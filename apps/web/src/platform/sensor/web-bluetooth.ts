// SPDX-License-Identifier: Apache-2.0
/** The part of Web Bluetooth that is used; TypeScript's own types do not have it yet. */

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

/** Tells of the end of its connection with the event `gattserverdisconnected`. */
export interface BluetoothPeripheral extends EventTarget {
  readonly name?: string | undefined;
  readonly gatt?: GattServer | undefined;
}

export interface WebBluetooth {
  /** Whether the computer has a Bluetooth adapter that may be used. */
  getAvailability(): Promise<boolean>;
  /** Lets the person choose one. Rejects with NotFoundError when they choose none, with SecurityError when it is forbidden. */
  requestDevice(options: {
    readonly filters: readonly { readonly services: readonly number[] }[];
  }): Promise<BluetoothPeripheral>;
}

/** Null in browsers that have none, as Firefox and Safari, and on pages that the browser does not trust. */
export function webBluetooth(): WebBluetooth | null {
  const { bluetooth } = navigator as Navigator & { readonly bluetooth?: WebBluetooth };
  return bluetooth ?? null;
}
