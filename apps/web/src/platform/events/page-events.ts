// SPDX-License-Identifier: Apache-2.0
import type { EventLog } from '@perfuse/flow';

/** Reports events of the page itself, and sends pending ones when it is closed. */
export function watchPage(log: EventLog): void {
  log.tell('WMS_LOADED');
  document.addEventListener('visibilitychange', () => {
    log.tell('PAGE_VISIBILITY_CHANGE', { visible: !document.hidden });
    // On phones, a hidden page may get no further event before it ends.
    if (document.hidden) log.flush();
  });
  window.addEventListener('pagehide', () => {
    log.tell('PAGE_UNLOADED');
    log.flush();
  });
}
