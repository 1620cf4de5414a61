// SPDX-License-Identifier: Apache-2.0
/** Writers of phantom files, for Node. */
export { writePayloads, type PayloadProperties } from './payloads.ts';
export { writeFaceVideo, y4mHeader } from './y4m.ts';
