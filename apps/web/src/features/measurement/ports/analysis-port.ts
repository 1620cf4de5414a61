// SPDX-License-Identifier: Apache-2.0
import { signingOut } from '../../../account/token-source.ts';
import { QUIRKS, quirkValue } from '../../../config/quirks.ts';
import { createAnalysis } from '../../../platform/analysis/analysis.ts';
import {
  createChosenAnalysis,
  type ChosenAnalysis,
} from '../../../platform/device-analysis/chosen-analysis.ts';
import { LOG } from '../../../platform/log/log.ts';
import { analysesOnDevice } from '../../../services/analysis-place.ts';
import type { Services } from '../../../services/services.ts';
import { visitServicesOf } from '../../../services/visit-services.ts';
import { isForDeviceOnly } from '../../../session/session-state.ts';

/** As set by the operator. */
function whoRegionOf({ launch }: Services): string | undefined {
  const state = launch.store.getState();
  return state.phase === 'ready' ? state.facts.settings.whoRegion : undefined;
}

/** The analysis of this page's user, at the service or on this device. */
export function createAnalysisPort(
  services: Services,
  host: string,
  isSample: () => boolean,
): ChosenAnalysis {
  const { session } = services;
  const { visit } = visitServicesOf(services);
  // An integrator's visit measures with the token of its device, even if somebody is signed in.
  const signedIn = () =>
    services.deviceToken.isIntegrators() ? null : services.account.store.getState().user;
  const service = createAnalysis({
    host,
    pageProtocol: window.location.protocol,
    token: signingOut(services.token, services.account, () => signedIn() !== null),
    prepare: async () => {
      const { consent } = session.getState();
      const isGuest = services.account.store.getState().user === null;
      if (isGuest && consent !== null && !isForDeviceOnly({ consent }))
        await services.consents.ensure(consent);
    },
    studyId: async () => visit.getState().launched?.studyId ?? services.studyId(),
    waitsForBusy: quirkValue(QUIRKS.busyServiceIsWaitedFor),
    owner: () => {
      const user = signedIn();
      return user === null
        ? { kind: 'guest' }
        : { kind: 'user', account: user.username || user.phoneNumber };
    },
    hasConsent: services.consents.isGiven,
    log: (message) => LOG.add('warn', ['Measuring without a profile:', message]),
    partnerId: () => visit.getState().launched?.profile?.identifier ?? null,
  });
  return createChosenAnalysis({
    isOnDevice: () => analysesOnDevice(services),
    service,
    loadDevice: async () => {
      const { deviceAnalysis } = await import('../../../platform/device-analysis/index.ts');
      return deviceAnalysis({ whoRegion: () => whoRegionOf(services), isSample });
    },
  });
}
