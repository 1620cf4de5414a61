// SPDX-License-Identifier: Apache-2.0
import { CHANNELS, isChannelCode } from '@perfuse/contract/results/channels';
import type { ChannelOutcome, ReportedOutcome } from '@perfuse/contract/results/outcome';
import type { MeasureFailure } from './failure.ts';

interface ReportedChannel {
  readonly value: number | null;
  readonly unit: string;
  readonly kind: string;
  readonly source: string;
  readonly quality: number | null;
  readonly uncertainty: number | null;
  readonly reason: string | null;
}

/** The JSON object printed by `--json`. */
export interface Report {
  readonly status: ReportedOutcome['status'];
  /** A stable code, when something failed or the signal was refused. */
  readonly error?: string;
  /** The error for people. */
  readonly message?: string;
  readonly measurementId: string | null;
  readonly channels: Readonly<Record<string, ReportedChannel>>;
  readonly snr: number | null;
  readonly stars: number;
  readonly frames: ReportedOutcome['frames'];
  readonly elapsedMs: number;
}

const reported = (channel: ChannelOutcome): ReportedChannel => ({
  value: channel.value,
  unit: channel.unit,
  kind: channel.kind,
  source: channel.source,
  quality: channel.quality ?? null,
  uncertainty: channel.uncertainty ?? null,
  reason: channel.reason ?? null,
});

export function reportOf(outcome: ReportedOutcome, elapsedMs: number): Report {
  const { status, error, measurementId, channels, snr, stars, frames } = outcome;
  return {
    status,
    ...(error !== undefined && { error }),
    measurementId,
    channels: Object.fromEntries(
      Object.entries(channels).map(([code, channel]) => [code, reported(channel)]),
    ),
    snr,
    stars,
    frames,
    elapsedMs: Math.round(elapsedMs),
  };
}

export function reportFailure({ code, message }: MeasureFailure, elapsedMs: number): Report {
  return {
    status: 'failed',
    error: code,
    message,
    measurementId: null,
    channels: {},
    snr: null,
    stars: 0,
    frames: { seen: 0, dropped: 0, rate: 0 },
    elapsedMs: Math.round(elapsedMs),
  };
}

/** Four significant digits: no channel is more precise. */
const shown = (value: number): string => String(Number(value.toPrecision(4)));

function rowOf(code: string, channel: ReportedChannel): readonly string[] {
  const name = isChannelCode(code) ? CHANNELS[code].name : code;
  const spread = channel.uncertainty === null ? '' : `± ${shown(channel.uncertainty)}`;
  const value = channel.value === null ? '?' : shown(channel.value);
  const trust = channel.quality === null ? '' : `quality ${channel.quality.toFixed(2)}`;
  return [name, value, spread, channel.unit, channel.kind, trust, channel.reason ?? ''];
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => (row[at] ?? '').length)),
  );
  const right = new Set([1, 2]);
  return rows.map((row) =>
    row
      .map((cell, at) =>
        right.has(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

const HEADLINES = {
  measured: 'Measured.',
  refused: 'Refused: the recording has no reliable pulse.',
  failed: 'Failed.',
} as const;

/** Formats the report for people. */
export function printable(report: Report): string {
  const { frames, snr } = report;
  const why = [report.error, report.message].filter((text) => text !== undefined).join(': ');
  const signal =
    snr === null
      ? 'no signal-to-noise ratio'
      : `signal ${shown(snr)} dB, ${String(report.stars)} of 5 stars`;
  const rows = Object.entries(report.channels).map(([code, channel]) => rowOf(code, channel));
  const facts = [
    signal,
    `frames: ${String(frames.seen)} seen, ${String(frames.dropped)} dropped, ${frames.rate.toFixed(1)} a second`,
    `measurement ${report.measurementId ?? 'not opened'}`,
  ];
  // A failure before filming has no facts to print.
  const filmed = frames.seen > 0 || rows.length > 0;
  return [
    `${HEADLINES[report.status]}${why === '' ? '' : ` ${why}`}`,
    ...(filmed ? ['', ...table(rows), '', ...facts] : []),
    `${(report.elapsedMs / 1000).toFixed(1)} s in total`,
    '',
  ].join('\n');
}
