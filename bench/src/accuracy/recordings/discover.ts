// SPDX-License-Identifier: Apache-2.0
/**
 * Finds recordings with ground truth by the contents and arrangement of files, never by their names alone: videos with
 * a truth file next to them, JSON files of a known shape, a finger's frames next to a strap's intervals, and beats of
 * two methods.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Failure } from '../report.ts';
import { negativeSchema, traceSchema } from './face-traces.ts';
import { truthSchema } from './truth.ts';
import { waveformSchema } from './waves.ts';

export type Recording = { readonly name: string; readonly group: string } & (
  | { readonly kind: 'video'; readonly file: string; readonly truthFile: string }
  | {
      readonly kind: 'trace' | 'negative' | 'waveform' | 'breaths' | 'segments';
      readonly file: string;
    }
  | { readonly kind: 'study'; readonly file: string }
  | { readonly kind: 'finger'; readonly file: string; readonly intervalsFile: string }
  | { readonly kind: 'beats'; readonly file: string; readonly referenceFile: string }
);

export interface Discovery {
  readonly recordings: readonly Recording[];
  /** Files that look like recordings and cannot be used. */
  readonly failed: readonly Failure[];
}

const VIDEO = /\.(mp4|m4v|mov|webm|mkv|avi|y4m)$/i;
/** Files that are skipped without a report. */
const BYSTANDERS =
  /^(licen[cs]e|readme|copying|notice|sha256sums|\.)|\.(md|txt|sha256|svg|png|log)$/i;
const MAX_DEPTH = 6;

const stemOf = (file: string): string => path.basename(file, path.extname(file));

/** A folder and the folders below it, itself first, in order of name. */
async function foldersUnder(folder: string, depth = 0): Promise<string[]> {
  if (depth >= MAX_DEPTH) return [folder];
  const entries = await readdir(folder, { withFileTypes: true });
  const inner = entries
    .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
    .map((entry) => path.join(folder, entry.name))
    .sort();
  const found = await Promise.all(inner.map((one) => foldersUnder(one, depth + 1)));
  return [folder, ...found.flat()];
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => entry.name)
    .sort();
}

/** A folder being searched. */
class Folder {
  readonly recordings: Recording[] = [];
  readonly failed: Failure[] = [];
  readonly #path: string;
  readonly #files: readonly string[];
  /** Files that belong to a recording of another name. */
  readonly #used = new Set<string>();

  constructor(folder: string, files: readonly string[]) {
    this.#path = folder;
    this.#files = files;
  }

  async look(): Promise<void> {
    this.#videos();
    await this.#tables();
    for (const file of this.#files) {
      if (this.#used.has(file)) continue;
      if (/\.json$/i.test(file)) await this.#json(file);
      else if (!BYSTANDERS.test(file)) this.#fail(file, 'Unknown file type.');
    }
  }

  #at(file: string): string {
    return path.join(this.#path, file);
  }

  #fail(file: string, reason: string): void {
    this.failed.push({ name: this.#at(file), reason });
  }

  get #group(): string {
    return path.basename(this.#path);
  }

  #videos(): void {
    const videos = this.#files.filter((file) => VIDEO.test(file));
    for (const file of videos) {
      this.#used.add(file);
      const wanted = `${stemOf(file)}.json`.toLowerCase();
      const own = this.#files.find((one) => one.toLowerCase() === wanted);
      const shared = videos.length === 1 && this.#files.includes('truth.json');
      const truth = own ?? (shared ? 'truth.json' : undefined);
      if (truth === undefined) {
        this.#fail(file, `Its truth is missing (${stemOf(file)}.json).`);
        continue;
      }
      this.#used.add(truth);
      // A generic file name says less than the folder's.
      const name = own === undefined ? this.#group : stemOf(file);
      const [recording, truthFile] = [this.#at(file), this.#at(truth)];
      this.recordings.push({ kind: 'video', name, group: this.#group, file: recording, truthFile });
    }
  }

  async #tables(): Promise<void> {
    for (const file of this.#files.filter((one) => /\.csv$/i.test(one))) {
      if (this.#used.has(file)) continue;
      const [first = ''] = (await readFile(this.#at(file), 'utf8')).split(/\r?\n/, 1);
      if (/^time\s*,\s*r\s*,\s*g\s*,\s*b\s*$/i.test(first.trim())) this.#finger(file);
      else if (Number.isFinite(Number.parseFloat(first))) this.#beats(file);
    }
  }

  #finger(file: string): void {
    this.#used.add(file);
    const texts = this.#files.filter((one) => /\.txt$/i.test(one));
    const named = texts.find((one) => stemOf(one) === stemOf(file).replace(/ppg/i, 'RR'));
    const intervals = named ?? texts.find((one) => /rr/i.test(one)) ?? texts[0];
    if (intervals === undefined) {
      this.#fail(file, "The strap's intervals are missing (RR.txt).");
      return;
    }
    this.#used.add(intervals);
    const own = stemOf(file).replace(/[-_. ]*ppg[-_. ]*/i, '');
    this.recordings.push({
      kind: 'finger',
      name: own === '' ? this.#group : own,
      group: own === '' ? path.basename(path.dirname(this.#path)) : this.#group,
      file: this.#at(file),
      intervalsFile: this.#at(intervals),
    });
  }

  /** Beats of a camera method, `NAME_rppg.csv`, next to those of a finger sensor, `NAME_ppg.csv`. */
  #beats(file: string): void {
    const stem = stemOf(file);
    const pair = (from: RegExp, to: string): string | undefined =>
      from.test(stem)
        ? this.#files.find(
            (one) =>
              stemOf(one).toLowerCase() === stem.replace(from, to).toLowerCase() && one !== file,
          )
        : undefined;
    const camera = /rppg$/i.test(stem) ? file : pair(/ppg$/i, 'rppg');
    const finger = camera === file ? pair(/rppg$/i, 'ppg') : file;
    if (camera === undefined || finger === undefined || !/ppg$/i.test(stem)) return;
    this.#used.add(camera).add(finger);
    this.recordings.push({
      kind: 'beats',
      name: stemOf(camera).replace(/[-_. ]*rppg$/i, ''),
      group: this.#group,
      file: this.#at(camera),
      referenceFile: this.#at(finger),
    });
  }

  async #json(file: string): Promise<void> {
    let data: unknown;
    try {
      data = JSON.parse(await readFile(this.#at(file), 'utf8'));
    } catch {
      this.#fail(file, 'Not valid JSON.');
      return;
    }
    const kind = kindOf(data);
    if (kind === 'truth') this.#fail(file, 'Its video is missing.');
    else if (kind === null) this.#fail(file, 'Unknown content.');
    else {
      const named = { name: stemOf(file), group: this.#group, file: this.#at(file) };
      this.recordings.push({ kind, ...named });
    }
  }
}

/** Kinds are distinguished by their keys, so that the intended kind of an invalid recording is still known. */
function kindOf(
  data: unknown,
): 'trace' | 'negative' | 'waveform' | 'breaths' | 'segments' | 'study' | 'truth' | null {
  if (typeof data !== 'object' || data === null) return null;
  const has = (...keys: string[]): boolean => keys.every((key) => Object.hasOwn(data, key));
  if (has('t', 'skin')) return countsSegments(data) ? 'segments' : 'trace';
  if ('format' in data && data.format === 'perfuse-study-session') return 'study';
  if (has('rois', 'fps')) return 'negative';
  if (has('waveforms', 'vitals')) return 'waveform';
  if (has('wave', 'fps', 'truth')) return 'breaths';
  const complete = [
    ['trace', traceSchema],
    ['negative', negativeSchema],
    ['waveform', waveformSchema],
    ['truth', truthSchema],
  ] as const;
  return complete.find(([, schema]) => schema.safeParse(data).success)?.[0] ?? null;
}

function countsSegments(data: object): boolean {
  const truth: unknown = 'truth' in data ? data.truth : null;
  return typeof truth === 'object' && truth !== null && 'segmentHr' in truth;
}

/** Prefixes equal names with their folder. */
function unambiguous(recordings: readonly Recording[]): Recording[] {
  const counts = new Map<string, number>();
  for (const { name } of recordings) counts.set(name, (counts.get(name) ?? 0) + 1);
  return recordings.map((one) =>
    counts.get(one.name) === 1 ? one : { ...one, name: `${one.group}/${one.name}` },
  );
}

/** @param dir a folder with recordings, or with folders of them. */
export async function discover(dir: string): Promise<Discovery> {
  const recordings: Recording[] = [];
  const failed: Failure[] = [];
  for (const place of await foldersUnder(dir)) {
    const folder = new Folder(place, await filesOf(place));
    await folder.look();
    recordings.push(...folder.recordings);
    failed.push(...folder.failed);
  }
  const relative = (name: string): string => path.relative(dir, name);
  return {
    recordings: unambiguous(recordings),
    failed: failed.map(({ name, reason }) => ({ name: relative(name), reason })),
  };
}
