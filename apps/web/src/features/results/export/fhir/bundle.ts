// SPDX-License-Identifier: Apache-2.0
import type { ChannelCode } from '@perfuse/contract/results/channels';
import type { MeasurementOutcome } from '../../../../session/measurement-result.ts';
import type { ExportedValue } from '../exported-values.ts';
import type { ExportTexts } from '../export-texts.ts';
import { ASSEMBLER, DEVICE_TYPE, metaOf, OWN_CODES } from './codes.ts';
import { DERIVED_FROM, observationOf } from './observation.ts';
import type { Bundle, Device, Observation, Provenance } from './resources.ts';

export interface FhirInput {
  readonly outcome: MeasurementOutcome;
  readonly values: readonly ExportedValue[];
  readonly words: ExportTexts;
  readonly version: string;
  /** When the file is created, milliseconds since 1970. */
  readonly now: number;
  /** Creates a UUID. */
  readonly newId: () => string;
}

const urlOf = (id: string): string => `urn:uuid:${id}`;
const isoOf = (ms: number): string => new Date(ms).toISOString();

function deviceOf({ outcome, words, version }: FhirInput, id: string): Device {
  return {
    resourceType: 'Device',
    id,
    meta: metaOf(outcome.isSample === true),
    language: words.language,
    status: 'active',
    deviceName: [{ name: 'Perfuse', type: 'user-friendly-name' }],
    type: { coding: [DEVICE_TYPE] },
    version: [{ value: version }],
    note: [{ text: words.notice }],
  };
}

function provenanceOf(
  { words, outcome, now }: FhirInput,
  id: string,
  device: string,
  observations: readonly Observation[],
): Provenance {
  return {
    resourceType: 'Provenance',
    id,
    meta: metaOf(outcome.isSample === true),
    language: words.language,
    target: observations.map((one) => ({ reference: urlOf(one.id) })),
    occurredDateTime: isoOf(outcome.finishedAt),
    recorded: isoOf(now),
    agent: [{ type: { coding: [ASSEMBLER] }, who: { reference: urlOf(device) } }],
  };
}

/**
 * The result as a FHIR R4 Bundle: a Device, an Observation for each value and a Provenance. It has no subject: the app
 * does not know the person's identity; the system that imports the file does.
 */
export function fhirBundle(input: FhirInput): Bundle {
  const { outcome, values, words, now, newId } = input;
  const at = isoOf(outcome.finishedAt);
  const device = newId();
  const ids = new Map(values.map(({ code }) => [code, newId()]));
  const present = new Set(
    values.filter(({ channel }) => channel.value !== null).map((v) => v.code),
  );
  const sourcesOf = (code: ChannelCode): readonly string[] =>
    present.has(code)
      ? (DERIVED_FROM[code] ?? []).flatMap((from) => {
          const id = ids.get(from);
          return id === undefined || !present.has(from) ? [] : [urlOf(id)];
        })
      : [];
  // Two metrics may show the same channel, which is one observation.
  const once = values.filter(({ code }, k) => values.findIndex((v) => v.code === code) === k);
  const observations = once.map((value) =>
    observationOf(value, words, {
      id: ids.get(value.code) ?? newId(),
      meta: metaOf(outcome.isSample === true),
      device: urlOf(device),
      derivedFrom: sourcesOf(value.code),
      at,
    }),
  );
  const provenance = provenanceOf(input, newId(), device, observations);
  return {
    resourceType: 'Bundle',
    id: newId(),
    meta: metaOf(outcome.isSample === true),
    language: words.language,
    ...(outcome.measurementId === null
      ? {}
      : { identifier: { system: OWN_CODES, value: outcome.measurementId } }),
    type: 'collection',
    timestamp: isoOf(now),
    entry: [deviceOf(input, device), ...observations, provenance].map((resource) => ({
      fullUrl: urlOf(resource.id),
      resource,
    })),
  };
}
