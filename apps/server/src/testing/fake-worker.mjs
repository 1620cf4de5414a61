// SPDX-License-Identifier: Apache-2.0
/**
 * Test helper: an engine that needs no signal. The number of dropped frames in the last payload's header asks for
 * misbehaviour; otherwise it answers one channel that says how many chunks there are.
 */
const DROPPED_AT = 16;

/** Loaded by path. @public */
export default function run({ digests, payloads }) {
  const last = payloads.at(-1);
  const dropped = new DataView(last.buffer, last.byteOffset, last.byteLength).getUint32(
    DROPPED_AT,
    true,
  );
  if (dropped === 9001) throw new Error('asked to throw');
  if (dropped === 9002) for (;;);
  if (dropped === 9003) process.exit(1);
  if (dropped === 9004) return { channels: { HR_BPM: 'not a channel' } };
  const channel = {
    Channel: 'heart rate',
    Data: [digests.length * 10_000],
    Multiplier: 10_000,
    Notes: ['kind=measured', 'source=fake'],
  };
  return { channels: { HR_BPM: channel } };
}
