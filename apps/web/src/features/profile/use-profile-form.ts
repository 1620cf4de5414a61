// SPDX-License-Identifier: Apache-2.0
import {
  parseProfileForm,
  switchProfileUnits,
  type ProfileForm,
  type ProfileFormErrors,
  type UnitSystem,
} from '@perfuse/contract/person/profile';
import { useState } from 'react';
import { browserCountry } from '../../i18n/countries.ts';
import { useSession } from '../../services/use-services.ts';
import type { ProfileField } from './profile-fields.ts';

export interface ProfileFormModel {
  readonly form: ProfileForm;
  readonly errors: ProfileFormErrors;
  readonly edit: <F extends ProfileField>(field: F, value: ProfileForm[F]) => void;
  readonly editAll: (values: Partial<ProfileForm>) => void;
  readonly switchUnits: (unit: UnitSystem) => void;
  /** @returns the fields that break a rule, or null when the profile is complete. */
  readonly submit: () => ProfileFormErrors | null;
}

/** The form lives in the session, so that leaving and coming back resumes it. */
export function useProfileForm(): ProfileFormModel {
  const stored = useSession((session) => session.profile);
  const form = { ...stored, country: stored.country ?? browserCountry() };
  const editProfile = useSession((session) => session.editProfile);
  const completeProfile = useSession((session) => session.completeProfile);
  const [tried, setTried] = useState(false);
  const parsed = parseProfileForm(form);
  const errors = parsed.ok ? {} : parsed.reason;
  return {
    form,
    // No errors are shown while the form is filled in for the first time; after a submit each disappears when
    // corrected.
    errors: tried ? errors : {},
    edit: (field, value) => editProfile({ ...form, [field]: value }),
    editAll: (values) => editProfile({ ...form, ...values }),
    switchUnits: (unit) => editProfile(switchProfileUnits(form, unit)),
    submit: () => {
      setTried(true);
      if (parsed.ok) {
        // With the country as shown on the screen, even if the person did not change it.
        editProfile(form);
        completeProfile();
      }
      return parsed.ok ? null : errors;
    },
  };
}
