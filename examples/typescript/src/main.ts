// SPDX-License-Identifier: Apache-2.0
/** Prints the measurements of a device as JSON, each with its results. */
import process from 'node:process';
import { openAnalysis, Refused, registerDevice } from './client.ts';

const HELP = `npm run example:typescript -- [ORIGIN]

  Prints the measurements of a device as JSON, each with its results. Its token is in PERFUSE_TOKEN; without one, the
  program registers a device with the licence key in PERFUSE_LICENCE_KEY, and prints it.

  ORIGIN   the address of Perfuse (http://localhost:4300)
`;

const [origin = 'http://localhost:4300'] = process.argv.slice(2);
const { PERFUSE_TOKEN: token, PERFUSE_LICENCE_KEY: licenceKey = '' } = process.env;
const print = (value: unknown): boolean => process.stdout.write(`${JSON.stringify(value)}\n`);

try {
  if (!/^https?:/.test(origin)) {
    const isAsked = origin === '--help';
    (isAsked ? process.stdout : process.stderr).write(HELP);
    process.exitCode = isAsked ? 0 : 2;
  } else if (token === undefined) {
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
