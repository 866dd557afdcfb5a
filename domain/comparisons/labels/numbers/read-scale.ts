/**
 * The words that multiply the number before them, by their power of ten, with their inflected forms in many languages.
 */
const WORDS: readonly (readonly [power: number, words: string])[] = [
  [2, 'hundred hundreds hundert 百 백 ร้อย सौ শত'],
  [
    3,
    'thousand thousands tausend tsd. tsd mil mila mille тысяч тысяча тысячи тыс. тыс тисяч тисячі тис. tysięcy tysiące tysiąc tys. tys tisíc tisíce tisuća tisuće hiljada хиляди хиљада tūkst. tūkstančių tūkstoši ' +
      'tusen tusind duizend tuhat tuhatta ezer mii χιλιάδες bin ribu nghìn ngàn 千 천 พัน हज़ार हजार হাজার ألف آلاف هزار אלף ஆயிரம்',
  ],
  [4, '万 萬 만 หมื่น'],
  [5, 'lakh lakhs lac lacs लाख লাখ লক্ষ แสน லட்சம் లక్షలు లక్ష သိန်း لاکھ'],
  [
    6,
    'million millions mn mln mln. mio mio. millionen millón millon millones milhão milhao milhões milhoes milione milioni milionu miljoen ' +
      'miljoner miljon miljoona miljoonaa millioner milioane milion miljonit milijun milijuna milijon milijonų miljoni milionów miliony milionů млн млн. миллион миллиона миллионов ' +
      'мільйон мільйона мільйонів εκατομμύρια εκατομμύριο milyon juta triệu ล้าน ລ້ານ លាន သန်း مليون ملايين میلیون מיליון',
  ],
  [7, 'crore crores करोड़ कोटी কোটি கோடி కోట్లు కోటి کروڑ'],
  [8, '億 亿 억'],
  [
    9,
    'billion billions bn bln bn. mrd mrd. milliarde milliarden milliard milliards miliardo miliardi miliard miliardy miliardów miljard ' +
      'miljarder mld mld. bilhão bilhões млрд млрд. миллиард миллиарда миллиардов мільярд мільярдів δισεκατομμύρια milyar miliar tỷ tỉ ' +
      'مليار مليارات میلیارد מיליארד अरब',
  ],
  [12, 'trillion trillions billionen billones трлн трлн. триллион триллионов 兆 조 تريليون'],
];

/** The power of ten of each word in lower case. */
const POWERS = new Map(WORDS.flatMap(([power, words]) => words.split(' ').map((word) => [word, power] as const)));

/** Scripts in which the counted noun may directly follow such a word. */
const SPACELESS = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const MAX_SPACELESS = Math.max(
  ...[...POWERS.keys()].filter((word) => SPACELESS.test(word)).map(({ length }) => length),
);
/** Characters that form a unit with a Chinese number character: `千米` is a kilometre. */
const UNIT_SIGNS = '米克瓦卡伏赫帕焦字节';
const WORD = /[\p{L}\p{M}]{1,24}/uy;

/** The words that multiply the number before them. */
export interface Scale {
  readonly power: number;
  /** The offset after the last of these words; the start offset if there are none. */
  readonly end: number;
}

/** The words for powers of ten at an offset, each after at most one space. */
export function readScale(text: string, position: number): Scale {
  let [power, end] = [0, position];
  for (;;) {
    const start = /[ \u00A0-]/u.test(text.charAt(end)) ? end + 1 : end;
    const word = SPACELESS.test(text.slice(start, start + 1)) ? spacelessWord(text, start) : spacedWord(text, start);
    const more = POWERS.get(word.toLowerCase());
    if (more === undefined) return { power, end };
    power += more;
    end = start + word.length;
  }
}

function spacedWord(text: string, start: number): string {
  WORD.lastIndex = start;
  const word = WORD.exec(text)?.[0] ?? '';
  const abbreviated = `${word}.`;
  return text.charAt(start + word.length) === '.' && POWERS.has(abbreviated.toLowerCase()) ? abbreviated : word;
}

function spacelessWord(text: string, start: number): string {
  for (let length = MAX_SPACELESS; length > 0; length -= 1) {
    const word = text.slice(start, start + length);
    if (POWERS.has(word) && !UNIT_SIGNS.includes(text.charAt(start + length) || ' ')) return word;
  }
  return '';
}
