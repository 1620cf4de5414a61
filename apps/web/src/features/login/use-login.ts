// SPDX-License-Identifier: Apache-2.0
import type { LoginType } from '@perfuse/contract/account/session';
import { z } from '@perfuse/contract/schema';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { createActor, type EventFrom, type SnapshotFrom } from 'xstate';
import { EDITION } from '../../config/build.ts';
import { isChinaRegion } from '../../config/region.ts';
import { useLaunchFacts, useServices } from '../../services/use-services.ts';
import { visitServicesOf } from '../../services/visit-services.ts';
import { createLoginCalls } from './login-calls.ts';
import { readJson, storageOf, write } from '../../platform/browser/stored.ts';
import { LOGIN_STAGES, type LoginMode, type LoginStage } from './login-form.ts';
import { firstStage, loginMachine, type CodeRequest, type LoginInput } from './login-machine.ts';
import { callingCodeOf } from './phone.ts';

export interface Login {
  readonly snapshot: SnapshotFrom<typeof loginMachine>;
  readonly send: (event: EventFrom<typeof loginMachine>) => void;
  /** Goes to another stage. */
  readonly go: (stage: LoginStage) => void;
}

/**
 * By phone where the organisation says so, and in the consumer edition of the China region (section 4).
 * @param configId of the link that opened the app, which names the organisation. Without one the access code does: in
 * the consumer edition, and in a tab of the enterprise edition that no link opened.
 */
export function loginMode(
  loginType: LoginType,
  hostname: string,
  configId: string | null,
): LoginMode {
  return {
    method: EDITION === 'consumer' && isChinaRegion(hostname) ? 'phone' : loginType,
    asksAccessCode: configId === null,
  };
}

/** Each stage is an entry of the browser's history, which Back leaves for the one before. */
const entrySchema = z.object({ stage: z.enum(LOGIN_STAGES) });

/** In the tab's storage, for a reload; removed when the screen closes. */
const CODE_REQUEST_KEY = 'perfuse.code-request';
const codeRequestSchema = z.object({
  prefix: z.string(),
  phone: z.string(),
  phoneNumber: z.string(),
});

/**
 * The sign-in of this screen; it ends with the screen.
 * @param begun a successful first step on another screen.
 */
export function useLogin(begun?: LoginInput['begun']): Login {
  const location = useLocation() as { readonly key: string; readonly state: unknown };
  const navigate = useNavigate();
  const entry = entrySchema.safeParse(location.state).data?.stage ?? null;
  const services = useServices();
  const { signIn } = useLaunchFacts();
  const [{ actor, start }] = useState(() => {
    const { hostname } = window.location;
    const { configId } = visitServicesOf(services).visit.getState();
    const mode = loginMode(signIn.loginType, hostname, configId);
    const created = createActor(loginMachine, {
      input: {
        mode,
        begun,
        codeRequest:
          mode.method === 'phone'
            ? readJson<CodeRequest>(
                storageOf('sessionStorage'),
                CODE_REQUEST_KEY,
                codeRequestSchema,
              )
            : null,
        prefix: isChinaRegion(hostname) ? '86' : '',
        submit: createLoginCalls(services, mode, signIn, configId),
      },
    }).start();
    const start = created.getSnapshot().context.stage;
    if (entry !== null) created.send({ type: 'GO', stage: entry });
    return { actor: created, start };
  });
  const snapshot = useSyncExternalStore(
    (changed) => {
      const subscription = actor.subscribe(changed);
      return () => subscription.unsubscribe();
    },
    () => actor.getSnapshot(),
  );
  const { stage, mode, phoneNumber } = snapshot.context;
  const known = useRef(location.key);
  const entered = useRef('');
  useEffect(() => {
    const wanted = entry ?? start;
    if (stage === wanted) known.current = location.key;
    else if (known.current !== location.key) {
      known.current = location.key;
      actor.send({ type: 'GO', stage: wanted });
    } else if (entered.current !== location.key + stage) {
      entered.current = location.key + stage;
      // A stage that is finished, or that a reload cannot continue, is not shown again.
      void navigate('.', { state: { stage }, replace: stage === firstStage(mode) });
    }
  });
  useEffect(() => {
    const { prefix, phone } = actor.getSnapshot().context.fields;
    const tab = storageOf('sessionStorage');
    if (phoneNumber !== '')
      write(tab, CODE_REQUEST_KEY, JSON.stringify({ prefix, phone, phoneNumber }));
    return () => void write(tab, CODE_REQUEST_KEY, null);
  }, [actor, phoneNumber]);
  const asksPrefix = mode.method === 'phone' && snapshot.context.fields.prefix === '';
  useEffect(() => {
    if (!asksPrefix) return;
    let isGone = false;
    callingCodeOf(navigator.language).then(
      (value) => {
        const isEmpty = actor.getSnapshot().context.fields.prefix === '';
        if (!isGone && isEmpty && value !== '')
          actor.send({ type: 'EDIT', field: 'prefix', value });
      },
      () => undefined, // The person then types it.
    );
    return () => {
      isGone = true;
    };
    // Once, when the screen opens: a field that the person empties stays empty.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [actor]);
  return {
    snapshot,
    send: (event) => actor.send(event),
    go: (to) => void navigate('.', { state: { stage: to } }),
  };
}
