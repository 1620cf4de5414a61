// SPDX-License-Identifier: Apache-2.0
import type { OpenTarget } from '../engine/target.ts';
import { openAccessToken } from './access-token.ts';
import { openBackup } from './backup.ts';
import { openBrowserState } from './browser-state.ts';
import { openCalls } from './calls.ts';
import { openCallback } from './callback.ts';
import { openConversation } from './conversation.ts';
import { openCookie } from './cookie.ts';
import { openEngine } from './engine.ts';
import { openEvidence } from './evidence.ts';
import { openFrames } from './frames.ts';
import { openLaunchToken } from './launch-token.ts';
import { openListeners } from './listeners.ts';
import type { TargetName } from './names.ts';
import { openLive } from './live.ts';
import { openPayload } from './payload.ts';
import { openProfile } from './profile.ts';
import { openProtobuf } from './protobuf.ts';
import { openWebhook } from './webhook.ts';

export const TARGETS: Readonly<Record<TargetName, OpenTarget>> = {
  frames: openFrames,
  live: openLive,
  protobuf: openProtobuf,
  payload: openPayload,
  engine: openEngine,
  profile: openProfile,
  'launch-token': openLaunchToken,
  'access-token': openAccessToken,
  cookie: openCookie,
  callback: openCallback,
  webhook: openWebhook,
  backup: openBackup,
  evidence: openEvidence,
  'browser-state': openBrowserState,
  calls: openCalls,
  conversation: openConversation,
  listeners: openListeners,
};
