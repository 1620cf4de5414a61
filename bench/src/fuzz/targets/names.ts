// SPDX-License-Identifier: Apache-2.0
export const TARGET_NAMES = [
  'calls',
  'conversation',
  'listeners',
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
  'backup',
  'evidence',
  'browser-state',
] as const;
export type TargetName = (typeof TARGET_NAMES)[number];
