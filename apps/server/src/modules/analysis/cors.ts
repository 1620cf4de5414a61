// SPDX-License-Identifier: Apache-2.0
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Lets pages of other sites call the routes of this scope. */
export async function registerCors(
  scope: FastifyInstance,
  origins: readonly string[],
): Promise<void> {
  await scope.register(cors, {
    origin: [...origins],
    // An OPTIONS that is no preflight gets an answer in the usual form.
    strictPreflight: false,
    credentials: true,
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'x-nura-session'],
    // A page that has to wait reads for how long.
    exposedHeaders: ['Retry-After'],
    maxAge: 600,
  });
}
