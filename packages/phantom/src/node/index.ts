// SPDX-License-Identifier: Apache-2.0
/** Writers of phantom files, for Node. */
export { writeFaceVideo } from './y4m.ts';
