// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run example:typescript -- ORIGIN`: prints the measurements of a device as JSON, each with its results. Its token is
 * in PERFUSE_TOKEN; without one, the program registers a device with the licence key in PERFUSE_LICENCE_KEY, and prints it.
 */
import process from 'node:process';
import { openAnalysis, Refused, registerDevice } from './client.ts';

const [origin = 'http://localhost:4300'] = process.argv.slice(2);
const { PERFUSE_TOKEN: token, PERFUSE_LICENCE_KEY: licenceKey = '' } = process.env;
const print = (value: unknown): boolean => process.stdout.write(`${JSON.stringify(value)}\n`);

try {
  if (token === undefined) {
    print(await registerDevice(origin, licenceKey));
  } else {
    const analysis = openAnalysis(origin, token);
    for (const { ID } of await analysis.measurements()) print(await analysis.measurement(ID));
  }
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  process.stderr.write(`${String(error.status)} ${error.code}: ${error.message}\n`);
  process.exitCode = 1;
}
