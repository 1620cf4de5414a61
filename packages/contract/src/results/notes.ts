// SPDX-License-Identifier: Apache-2.0
import { VALUE_KINDS, type ChannelValue, type ValueKind } from './channels.ts';

/** Significant digits. Beyond them, floating-point results of browsers and servers differ. */
const DIGITS = 6;
const told = (value: number): string => String(Number(value.toPrecision(DIGITS)));

/**
 * A channel's `Notes` on the wire: strings `key=value`, so that clients that do not know them can still show them.
 * Keys: kind, source, uncertainty, range, quality, reason, lacks, region, country.
 */
export function encodeNotes(channel: ChannelValue): string[] {
  const notes = [`kind=${channel.kind}`];
  if (channel.source !== '') notes.push(`source=${channel.source}`);
  if (channel.uncertainty !== undefined) notes.push(`uncertainty=${told(channel.uncertainty)}`);
  if (channel.range !== undefined) {
    notes.push(`range=${told(channel.range.low)}+${told(channel.range.high)}`);
  }
  if (channel.quality !== undefined) notes.push(`quality=${told(channel.quality)}`);
  if (channel.reason !== undefined) notes.push(`reason=${channel.reason}`);
  if (channel.lacks !== undefined) notes.push(`lacks=${channel.lacks.join('+')}`);
  if (channel.region !== undefined) notes.push(`region=${channel.region}`);
  if (channel.country !== undefined) notes.push(`country=${channel.country}`);
  return notes;
}

const finite = (text: string | undefined): number | undefined => {
  const number = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
};

function rangeIn(text: string | undefined): ChannelValue['range'] {
  const [low, high] = (text ?? '').split('+').map(finite);
  return low === undefined || high === undefined ? undefined : { low, high };
}

/**
 * Reads the notes of a decoded value. Unknown keys are ignored; without a known kind, the number of a third-party
 * service counts as measured if present, else as missing.
 */
export function decodeNotes(value: number | null, notes: readonly string[]): ChannelValue {
  const byKey = new Map(
    notes.map((note) => {
      const at = note.indexOf('=');
      return at < 0 ? [note, ''] : [note.slice(0, at), note.slice(at + 1)];
    }),
  );
  const kindText = byKey.get('kind');
  const kind: ValueKind =
    VALUE_KINDS.find((known) => known === kindText) ?? (value === null ? 'missing' : 'measured');
  const uncertainty = finite(byKey.get('uncertainty'));
  const quality = finite(byKey.get('quality'));
  return {
    value,
    kind,
    source: byKey.get('source') ?? '',
    uncertainty,
    range: rangeIn(byKey.get('range')),
    quality,
    reason: byKey.get('reason'),
    lacks: byKey.get('lacks')?.split('+'),
    region: byKey.get('region'),
    country: byKey.get('country'),
  };
}
