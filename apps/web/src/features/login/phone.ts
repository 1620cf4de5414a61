// SPDX-License-Identifier: Apache-2.0
/** Phone numbers; the library is loaded at the first sign-in by phone. */
const library = () => import('libphonenumber-js/min');

/**
 * The number in international form (E.164), or null when there can be no such number.
 * @param prefix country calling code, digits only; a number that starts with + or 00 has its own.
 */
export async function internationalNumber(
  prefix: string,
  national: string,
): Promise<string | null> {
  const { parsePhoneNumberFromString } = await library();
  try {
    const number = parsePhoneNumberFromString(national.replace(/^00/, '+'), {
      defaultCallingCode: prefix,
    });
    return number?.isValid() === true ? number.number : null;
  } catch {
    // The library throws for a calling code that no country has.
    return null;
  }
}

/** The calling code of the region of a language tag such as `de-AT`, or '' when it names none. */
export async function callingCodeOf(languageTag: string): Promise<string> {
  const { getCountryCallingCode, isSupportedCountry } = await library();
  const { region } = new Intl.Locale(languageTag);
  return region !== undefined && isSupportedCountry(region) ? getCountryCallingCode(region) : '';
}
