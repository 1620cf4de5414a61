// SPDX-License-Identifier: Apache-2.0
import { useCallback, type ReactNode } from 'react';
import { useLoaded } from '../api/use-loaded.ts';
import { LoadedContent } from '../components/LoadedContent.tsx';
import { useSession } from '../api/session-context.ts';
import { KeyList } from './KeyList.tsx';
import { LicenceList } from './LicenceList.tsx';

/** Keys and licences of an organisation. */
export function KeysTab({ organisationId }: { readonly organisationId: string }): ReactNode {
  const { callAdmin } = useSession();
  const loaded = useLoaded(
    useCallback(
      () => callAdmin('keys', { params: { id: organisationId } }),
      [callAdmin, organisationId],
    ),
  );
  return (
    <LoadedContent loaded={loaded}>
      {({ keys, licences }) => (
        <>
          <KeyList
            organisationId={organisationId}
            purpose="launch"
            title="Launch keys"
            about="Your server signs launches with the private key; they are verified with the public key stored here."
            keys={keys}
            onChanged={loaded.reload}
          />
          <KeyList
            organisationId={organisationId}
            purpose="results"
            title="Results keys"
            about="Results are encrypted to the newest key in use; only the holder of its private key can read them."
            keys={keys}
            onChanged={loaded.reload}
          />
          <LicenceList
            organisationId={organisationId}
            licences={licences}
            onChanged={loaded.reload}
          />
        </>
      )}
    </LoadedContent>
  );
}
