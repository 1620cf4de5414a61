// SPDX-License-Identifier: Apache-2.0
/** The idle timeout of the specification, section 9: signed out after 900 s, warned a minute before. */
export const IDLE_TIMEOUT_MS = 900_000;
export const IDLE_WARNING_MS = 60_000;

/** Events that count as activity; the touch, scroll and mouse events fire often, so listeners throttle them. */
export const ACTIVITY_EVENTS = [
  'click',
  'mousemove',
  'mousedown',
  'keydown',
  'scroll',
  'touchstart',
  'touchmove',
  'focus',
] as const;

export type IdlePhase = 'active' | 'warning' | 'expired';

/**
 * The phase at a time of the wall clock. Deadlines are times, not timers: a computer that was asleep wakes up after its
 * deadline, which then counts as missed.
 * @param lastActivityAt @param now milliseconds since 1970.
 */
export function idlePhase(lastActivityAt: number, now: number): IdlePhase {
  const idleMs = now - lastActivityAt;
  if (idleMs >= IDLE_TIMEOUT_MS || isClockSetBack(lastActivityAt, now)) return 'expired';
  return idleMs >= IDLE_TIMEOUT_MS - IDLE_WARNING_MS ? 'warning' : 'active';
}

/** Activity so far in the future that the clock was set back, and its age is unknown: it counts as expired. */
function isClockSetBack(lastActivityAt: number, now: number): boolean {
  return lastActivityAt - now >= IDLE_TIMEOUT_MS;
}

/** Milliseconds until the phase changes; 0 when it has ended. */
export function untilNextPhase(lastActivityAt: number, now: number): number {
  if (isClockSetBack(lastActivityAt, now)) return 0;
  const expiresAt = lastActivityAt + IDLE_TIMEOUT_MS;
  const warnsAt = expiresAt - IDLE_WARNING_MS;
  const next = now < warnsAt ? warnsAt : expiresAt;
  return Math.min(IDLE_TIMEOUT_MS, Math.max(0, next - now));
}
