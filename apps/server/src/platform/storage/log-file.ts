// SPDX-License-Identifier: Apache-2.0
/** The file of SQLite's write-ahead log, beside SQLite itself: flushing it, and seeing how far the log in it reaches. */
import { closeSync, fdatasync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sync } from './sync.ts';

const flushFile = promisify(fdatasync);

/**
 * Layout of the file (https://www.sqlite.org/fileformat2.html#walformat), bytes: a header with the size of a page at 8 and
 * two salts from 16, then frames of a header and a page. The first 16 bytes of a frame's header end with the salts that
 * the file's header had when it was written.
 */
const HEADER = { bytes: 32, pageSize: 8, salts: 16 } as const;
const FRAME = { bytes: 24, salts: 8 } as const;
const SALTS_BYTES = 8;

/** @returns the bytes as hexadecimal text; fewer where the file ends. */
function read(handle: number, bytes: number, at: number): string {
  const buffer = Buffer.alloc(bytes);
  return buffer.toString('hex', 0, readSync(handle, buffer, 0, bytes, at));
}

/**
 * A handle of our own on the log. SQLite takes no locks on this file, so that closing the handle drops none; and it keeps
 * the file, emptied or not, for as long as a connection is open.
 */
export class LogFile {
  readonly #handle: number;
  /** Of a page, bytes: it never changes. 0 while the log has not begun. */
  #page = 0;

  /** @param database file of a database that a connection has open and has read from: its log is there. */
  constructor(database: string) {
    // Windows flushes only what may be written to.
    this.#handle = openSync(`${database}-wal`, 'r+');
    sync(path.dirname(database));
  }

  /** Resolves once everything written before the call is on the disk. */
  readonly flush = (): Promise<void> => flushFile(this.#handle);

  /** Differs after each time that the log began anew at the start of its file; '' while it has not begun. */
  generation(): string {
    return read(this.#handle, SALTS_BYTES, HEADER.salts);
  }

  /**
   * Whether the log is longer than so many frames; what earlier ones left behind it does not count.
   * @param generation the log's, as it is now.
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
