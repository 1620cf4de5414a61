// SPDX-License-Identifier: Apache-2.0
import { createContext, type ReactNode } from 'react';

/** Content at the far end of every header, after that of its screen. */
export const HeaderEndContext = createContext<ReactNode>(null);

/** Whether the screen runs something that nothing in its header should disturb. */
export const BusyScreenContext = createContext(false);
