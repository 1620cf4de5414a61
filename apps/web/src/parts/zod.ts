// SPDX-License-Identifier: Apache-2.0
import '@perfuse/contract/schema';

// Not the library itself: all of it would be in the file then, and not only what the schemas use.
export const isThere = true;
