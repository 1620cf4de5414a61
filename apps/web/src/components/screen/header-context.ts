// SPDX-License-Identifier: Apache-2.0
import { createContext, type ReactNode } from 'react';

/** What stands at the far end of every header, after what its screen puts there. */
export const HeaderEndContext = createContext<ReactNode>(null);

/** Whether something runs on the screen that nothing in its header should disturb. */
export const BusyScreenContext = createContext(false);
