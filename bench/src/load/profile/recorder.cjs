// SPDX-License-Identifier: Apache-2.0
/**
 * Loaded by `--require` into each thread of a server that is profiled: SIGUSR2 starts the profiles of all threads, and
 * the next one ends and writes them. A thread writes its own, because the pool of analyses ends its threads without notice.
 */
'use strict';
const { readdirSync, readlinkSync, renameSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const path = require('node:path');
const process = require('node:process');
const { BroadcastChannel, isMainThread } = require('node:worker_threads');

const folder = process.env.BENCH_PROFILE_FOLDER;
const INTERVAL_US = 1000;
/** The number by which Linux knows this thread. */
const id = path.basename(readlinkSync('/proc/thread-self'));
const write = (name, content) => {
  const file = path.join(folder, name);
  writeFileSync(`${file}.part`, JSON.stringify(content));
  renameSync(`${file}.part`, file);
};

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
const take = (order) => {
  if (order === 'start') {
    session.post('Profiler.start');
    write(`${id}.started.json`, { isMainThread });
  } else {
    session.post('Profiler.stop', (error, { profile } = {}) => {
      write(`${id}.cpuprofile`, error === null ? profile : null);
    });
  }
};
const orders = new BroadcastChannel('perfuse-bench-profile');
orders.onmessage = ({ data }) => take(data);
orders.unref();

if (isMainThread) {
  // Those that are there before the first line of the program: the pool that compiles and collects garbage.
  const own = readdirSync('/proc/self/task').filter((thread) => thread !== id);
  write('pool.json', own.map(Number));
  let order = 'start';
  process.on('SIGUSR2', () => {
    orders.postMessage(order);
    take(order);
    order = 'stop';
  });
}
