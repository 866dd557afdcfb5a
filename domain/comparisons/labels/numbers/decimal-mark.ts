/** The languages with a decimal comma, and those with a decimal point, for numbers in Latin digits (CLDR 44). */
const COMMA = new Set(
  (
    'af ast az be bg br bs ca cs da de el es et eu fi fo fr fy gl hr hu hy id is it ka kk ky lb lt lv mk mn nb nl nn no ' +
    'pl pt ro ru se sk sl sq sr sv tg tk tr tt uk uz vi'
  ).split(' '),
);
const POINT = new Set(
  (
    'am ar bn bo cy en fa fil ga gu ha he hi ig ja kn km ko ml mr ms mt my ne or pa ps rm sd si sw ta te th ti tl ug ur ' +
    'xh yi yo zh zu lo so'
  ).split(' '),
);

/** The locales whose decimal mark differs from that of their language. */
const OTHER_MARK = new Set(
  (
    'de-CH de-LI it-CH es-MX es-US es-419 es-GT es-SV es-HN es-NI es-PA es-DO es-PR es-PE es-CU es-BZ ar-DZ ar-LY ar-MA ' +
    'ar-TN ar-EH en-AT en-BE en-DE en-DK en-FI en-NL en-SE en-SI sw-CD ms-BN'
  ).split(' '),
);

/** The decimal mark of a locale such as `de-CH`; undefined for an unknown language. */
export function decimalMark(locale: string): ',' | '.' | undefined {
  const [language = '', ...rest] = locale.split('-');
  const name = language.toLowerCase();
  const region = rest.find((part) => /^(?:[a-zA-Z]{2}|\d{3})$/u.test(part))?.toUpperCase() ?? '';
  const isComma = COMMA.has(name);
  if (!isComma && !POINT.has(name)) return undefined;
  return isComma === OTHER_MARK.has(`${name}-${region}`) ? '.' : ',';
}
