// SPDX-License-Identifier: Apache-2.0
/** The file of SQLite's write-ahead log, accessed without SQLite: flushes it, and finds how far its log reaches. */
import { closeSync, fdatasync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sync } from './sync.ts';

const flushFile = promisify(fdatasync);

/**
 * Layout of the file (https://www.sqlite.org/fileformat2.html#walformat), bytes: a header with the size of a page at 8
 * and two salts from 16, then frames of a header and a page. The first 16 bytes of a frame's header end with the salts
 * that the file's header had when it was written.
 */
const HEADER = { bytes: 32, pageSize: 8, salts: 16 } as const;
const FRAME = { bytes: 24, salts: 8 } as const;
const SALTS_BYTES = 8;

/** @returns the bytes as hexadecimal text; fewer at the end of the file. */
function read(handle: number, bytes: number, at: number): string {
  const buffer = Buffer.alloc(bytes);
  return buffer.toString('hex', 0, readSync(handle, buffer, 0, bytes, at));
}

/**
 * A handle of our own on the log. SQLite takes no locks on this file, so closing the handle drops none; and SQLite
 * keeps the file, emptied or not, while a connection is open.
 */
export class LogFile {
  readonly #handle: number;
  /** Size of a page, bytes: it never changes. 0 while the log is empty. */
  #page = 0;

  /** @param database file of a database that a connection has opened and read from, so that its log exists. */
  constructor(database: string) {
    // Windows flushes only files that are open for writing.
    this.#handle = openSync(`${database}-wal`, 'r+');
    sync(path.dirname(database));
  }

  /** Resolves once everything written before the call is on the disk. */
  readonly flush = (): Promise<void> => flushFile(this.#handle);

  /** Changes each time the log restarts at the beginning of its file; '' while the log is empty. */
  generation(): string {
    return read(this.#handle, SALTS_BYTES, HEADER.salts);
  }

  /**
   * Whether the log is longer than so many frames; leftovers of earlier logs behind it do not count.
   * @param generation the log's present generation.
   */
  exceeds(frames: number, generation = this.generation()): boolean {
    if (generation === '') return false;
    if (this.#page === 0) this.#page = Number.parseInt(read(this.#handle, 4, HEADER.pageSize), 16);
    const at = HEADER.bytes + frames * (FRAME.bytes + this.#page) + FRAME.salts;
    return read(this.#handle, SALTS_BYTES, at) === generation;
  }

  close(): void {
    closeSync(this.#handle);
  }
}
