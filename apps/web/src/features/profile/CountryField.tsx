// SPDX-License-Identifier: Apache-2.0
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '@perfuse/ui/form/SelectField.tsx';
import { browserCountry, namedCountries } from '../../i18n/countries.ts';
import type { ProfileFormModel } from './use-profile-form.ts';

/**
 * Where the person lives, which selects the risk charts. Prefilled from the browser, with a note that it may be wrong.
 */
export function CountryField({ model }: { readonly model: ProfileFormModel }): ReactNode {
  const { t, i18n } = useTranslation('profile');
  const { country = '' } = model.form;
  const countries = useMemo(() => namedCountries(i18n.language), [i18n.language]);
  const hint = t('country.hint');
  const isPrefilled = country !== '' && country === browserCountry();
  return (
    <SelectField
      label={t('country.label')}
      note={t('optional')}
      hint={isPrefilled ? t('country.prefilled', { hint }) : hint}
      autoComplete="country"
      value={country}
      onChange={(chosen) => model.edit('country', chosen)}
      options={[
        { value: '', label: t('country.none') },
        ...countries.map(({ code, name }) => ({ value: code, label: name })),
      ]}
    />
  );
}
