// SPDX-License-Identifier: Apache-2.0
export const TARGET_NAMES = [
  'rest',
  'socket',
  'live',
  'frames',
  'protobuf',
  'payload',
  'engine',
  'profile',
  'launch-token',
  'access-token',
  'cookie',
  'callback',
  'webhook',
  'evidence',
  'browser-state',
] as const;
export type TargetName = (typeof TARGET_NAMES)[number];
