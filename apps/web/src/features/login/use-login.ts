// SPDX-License-Identifier: Apache-2.0
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createActor, type EventFrom, type SnapshotFrom } from 'xstate';
import { EDITION } from '../../config/build.ts';
import { isChinaRegion } from '../../config/region.ts';
import { useLaunchFacts, useServices } from '../../services/use-services.ts';
import { visitServicesOf } from '../../services/visit-services.ts';
import { createLoginCalls } from './login-calls.ts';
import type { LoginMode, LoginStage } from './login-form.ts';
import { loginMachine, type LoginInput } from './login-machine.ts';
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
  loginType: 'password' | 'phone',
  hostname: string,
  configId: string | null,
): LoginMode {
  return {
    isMobile: loginType === 'phone' || (EDITION === 'consumer' && isChinaRegion(hostname)),
    asksAccessCode: configId === null,
  };
}

/**
 * The sign-in of this screen; it ends with the screen.
 * @param stage the initial stage, else the first.
 * @param begun a successful first step on another screen.
 */
export function useLogin(stage: LoginStage | null, begun?: LoginInput['begun']): Login {
  const services = useServices();
  const { signIn } = useLaunchFacts();
  const [actor] = useState(() => {
    const { hostname } = window.location;
    const { configId } = visitServicesOf(services).visit.getState();
    const mode = loginMode(signIn.loginType, hostname, configId);
    const created = createActor(loginMachine, {
      input: {
        mode,
        begun,
        prefix: isChinaRegion(hostname) ? '86' : '',
        submit: createLoginCalls(services, mode, signIn, configId),
      },
    }).start();
    if (stage !== null) created.send({ type: 'GO', stage });
    return created;
  });
  const snapshot = useSyncExternalStore(
    (changed) => {
      const subscription = actor.subscribe(changed);
      return () => subscription.unsubscribe();
    },
    () => actor.getSnapshot(),
  );
  const asksPrefix = snapshot.context.mode.isMobile && snapshot.context.fields.prefix === '';
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
    go: (to) => actor.send({ type: 'GO', stage: to }),
  };
}
