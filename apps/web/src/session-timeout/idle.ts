// SPDX-License-Identifier: Apache-2.0
/** The idle timeout of the specification, section 9: signed out after 900 s, warned a minute before. */
export const IDLE_TIMEOUT_MS = 900_000;
export const IDLE_WARNING_MS = 60_000;

/** What counts as a sign of life; the touch, scroll and mouse events fire often, so readers throttle them. */
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
 * How things stand at a moment of the wall clock. Deadlines are moments, not timers: a computer that slept wakes up
 * behind its deadline, and then it counts as missed.
 * @param lastActivityAt @param now milliseconds since 1970.
 */
export function idlePhase(lastActivityAt: number, now: number): IdlePhase {
  const idleMs = now - lastActivityAt;
  if (idleMs >= IDLE_TIMEOUT_MS || isClockSetBack(lastActivityAt, now)) return 'expired';
  return idleMs >= IDLE_TIMEOUT_MS - IDLE_WARNING_MS ? 'warning' : 'active';
}

/** The activity was by a clock that was so far ahead that nobody knows how long ago it is: as good as missed. */
function isClockSetBack(lastActivityAt: number, now: number): boolean {
  return lastActivityAt - now >= IDLE_TIMEOUT_MS;
}

/** Milliseconds until the phase changes; 0 when it is over. */
export function untilNextPhase(lastActivityAt: number, now: number): number {
  if (isClockSetBack(lastActivityAt, now)) return 0;
  const expiresAt = lastActivityAt + IDLE_TIMEOUT_MS;
  const warnsAt = expiresAt - IDLE_WARNING_MS;
  const next = now < warnsAt ? warnsAt : expiresAt;
  return Math.min(IDLE_TIMEOUT_MS, Math.max(0, next - now));
}
