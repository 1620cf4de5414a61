// SPDX-License-Identifier: Apache-2.0
import { createActor, type InputFrom } from 'xstate';
import { linkMachine, type LinkActor } from './link-machine.ts';

/** The launch of a link, not started. In a chunk of its own, with the state machine library. */
export const openLink = (input: InputFrom<typeof linkMachine>): LinkActor =>
  createActor(linkMachine, { input });
