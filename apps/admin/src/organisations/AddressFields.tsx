// SPDX-License-Identifier: Apache-2.0
import { useRef, type ReactNode } from 'react';
import type { OrgAddress } from '@perfuse/contract/account/organisation';
import styles from '../components/layout.module.css';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import fields from '../components/fields.module.css';

export const NO_ADDRESS: OrgAddress = {
  Line1: '',
  Line2: '',
  City: '',
  State: '',
  Country: '',
  PostalCode: '',
};
export const isEmptyAddress = (address: OrgAddress): boolean =>
  Object.values(address).every((line) => line.trim() === '');

const LINES: readonly (readonly [keyof OrgAddress, string])[] = [
  ['Line1', 'Street and number'],
  ['Line2', 'Address line 2'],
  ['City', 'City'],
  ['PostalCode', 'Postal code'],
  ['State', 'State or county'],
  ['Country', 'Country'],
];

export interface AddressFieldsProps {
  readonly addresses: readonly OrgAddress[];
  readonly onChange: (addresses: OrgAddress[]) => void;
  readonly fieldError: (path: string) => string | undefined;
}

/** Addresses of an organisation, as shown in the consent. */
export function AddressFields(props: AddressFieldsProps): ReactNode {
  const { addresses, onChange, fieldError } = props;
  const more = useRef<HTMLSpanElement>(null);
  const change = (at: number, part: Partial<OrgAddress>): void =>
    onChange(addresses.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <>
      {addresses.map((address, at) => (
        <fieldset key={at} className={fields['group']}>
          <legend>{addresses.length === 1 ? 'Address' : `Address ${String(at + 1)}`}</legend>
          <div className={styles['columns']}>
            {LINES.map(([line, label]) => (
              <TextField
                key={line}
                label={label}
                value={address[line]}
                onChange={(text) => change(at, { [line]: text })}
                error={fieldError(`addresses.${String(at)}.${line}`)}
              />
            ))}
          </div>
          {addresses.length > 1 && (
            <Button
              variant="quiet"
              onPress={() => {
                onChange(addresses.filter((_, index) => index !== at));
                more.current?.querySelector('button')?.focus();
              }}
            >
              Remove address {at + 1}
            </Button>
          )}
        </fieldset>
      ))}
      <span ref={more}>
        <Button variant="quiet" onPress={() => onChange([...addresses, NO_ADDRESS])}>
          Add another address
        </Button>
      </span>
    </>
  );
}
