// SPDX-License-Identifier: Apache-2.0
/** The part of FHIR R4 (4.0.1) that is written here. A test checks it against the official JSON schema. */
export interface Coding {
  readonly system: string;
  readonly code: string;
  readonly display?: string;
}

export interface CodeableConcept {
  readonly coding?: readonly Coding[];
  readonly text?: string;
}

export interface Extension {
  readonly url: string;
  readonly valueDecimal?: number;
  readonly valueCode?: string;
}

export interface Quantity {
  readonly extension?: readonly Extension[];
  readonly value: number;
  readonly unit: string;
  readonly system: string;
  readonly code: string;
}

export interface Reference {
  readonly reference: string;
}

export interface Meta {
  readonly tag: readonly Coding[];
  readonly security?: readonly Coding[];
}

interface Resource {
  readonly id: string;
  readonly language: string;
  readonly meta: Meta;
}

export interface Observation extends Resource {
  readonly resourceType: 'Observation';
  readonly status: 'preliminary';
  readonly category: readonly CodeableConcept[];
  readonly code: CodeableConcept;
  readonly effectiveDateTime?: string;
  /** Replaces a time that is not known. */
  readonly _effectiveDateTime?: { readonly extension: readonly Extension[] };
  readonly issued: string;
  readonly valueQuantity?: Quantity;
  readonly dataAbsentReason?: CodeableConcept;
  readonly note: readonly { readonly text: string }[];
  readonly method: CodeableConcept;
  readonly device?: Reference;
  readonly derivedFrom?: readonly Reference[];
  readonly component?: readonly {
    readonly code: CodeableConcept;
    readonly valueQuantity: Quantity;
  }[];
}

export interface Device extends Resource {
  readonly resourceType: 'Device';
  readonly status: 'active';
  readonly deviceName: readonly { readonly name: string; readonly type: 'user-friendly-name' }[];
  readonly type: CodeableConcept;
  readonly version: readonly { readonly value: string }[];
  readonly note: readonly { readonly text: string }[];
}

export interface Provenance extends Resource {
  readonly resourceType: 'Provenance';
  readonly target: readonly Reference[];
  readonly occurredDateTime: string;
  readonly recorded: string;
  readonly agent: readonly { readonly type: CodeableConcept; readonly who: Reference }[];
}

export interface Bundle {
  readonly resourceType: 'Bundle';
  readonly id: string;
  readonly language: string;
  readonly meta: Meta;
  readonly identifier?: { readonly system: string; readonly value: string };
  readonly type: 'collection';
  readonly timestamp: string;
  readonly entry: readonly {
    readonly fullUrl: string;
    readonly resource: Observation | Device | Provenance;
  }[];
}
