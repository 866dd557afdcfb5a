import { wordsPattern } from '../phrases/words-pattern.ts';

/**
 * Number words that are spelled like no other word of their language. They are recognized as numbers, but not
 * converted.
 */
const WORDS =
  'zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|' +
  'thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen|(?<=\\b(?:is|are|equals|minus|negative|answer:) )one|' +
  'null|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|[a-zäöü]+zehn|[a-zäöü]+zig|hundert|tausend|eins|' +
  'zéro|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt|trente|quarante|cinquante|soixante|cent|mille|' +
  'cero|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|trece|catorce|quince|veinte|treinta|cuarenta|cincuenta|cien|ciento|mil|' +
  'dois|três|quatro|sete|oito|nove|dez|doze|treze|vinte|trinta|quarenta|cem|due|tre|quattro|cinque|sei|sette|otto|dieci|dodici|venti|trenta|' +
  'ноль|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|одиннадцать|двенадцать|двадцать|тридцать|сорок|пятьдесят|сто|тысяча|' +
  "п'ять|сім|вісім|dwa|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|dziesięć|dwanaście|dwadzieścia|twee|drie|vijf|zes|zeven|negen|tien|twaalf|twintig|" +
  'två|fyra|fem|sju|åtta|nio|tio|tolv|tjugo|iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on iki|yirmi|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|sepuluh|' +
  'hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|δύο|τρία|τέσσερα|πέντε|έξι|επτά|οκτώ|εννέα|δέκα|δώδεκα|είκοσι|' +
  'صفر|اثنان|اثنين|ثلاثة|أربعة|خمسة|ستة|سبعة|ثمانية|تسعة|عشرة|عشرون|مئة|دو|سه|چهار|پنج|شش|هفت|هشت|نه|ده|دوازده|بیست|' +
  'שתיים|שלוש|ארבע|חמש|שש|שבע|שמונה|תשע|עשר|दो|तीन|चार|पाँच|पांच|छह|छः|सात|आठ|नौ|दस|बारह|बीस|দুই|তিন|চার|পাঁচ|ছয়|সাত|আট|নয়|দশ|বারো|বিশ';
/** Number words of scripts without spaces, and of Korean, whose words have endings. */
const SPACELESS =
  '[零〇一二三四五六七八九十百千万億亿两]|둘|셋|넷|다섯|여섯|일곱|여덟|아홉|열|스물|สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ|ពីរ|បី|ប្រាំ|ສອງ|ສາມ|ຫ້າ|နှစ်|သုံး|ငါး';

/** Words for a half. They do not count as an answer if the text also has a number. */
const HALVES = 'half|halb|halbe|halbes|medio|media|demi|demie|meio|meia|mezzo|mezza|половина|пол|pół|yarım|आधा|نصف';

const NUMBER_WORD = new RegExp(String.raw`${wordsPattern(`${WORDS}|${HALVES}`)}|${SPACELESS}|[\p{Nl}\p{No}]`, 'iu');
const STATED = new RegExp(
  String.raw`(?:${wordsPattern(
    'is|are|was|equals|makes|gives|total of|has|answer:?|ist|sind|hat|est|a|es|son|é|são|è|sono|равно|равен|ответ:?|jest',
  )}|[=:]|是|为|有|は|은|는|คือ)[\s*_"'(:]{0,4}(?:(?:a|about|minus|negative)\s)?(?:${wordsPattern(WORDS)}|${SPACELESS})[^.!?。\n]{0,40}[.!?。]?[\s"'*_)]*$`,
  'iu',
);

/** Two or more Roman digits; a single one is usually a name. */
const ROMAN =
  /(?<![\p{L}\p{N}])(?=[IVXLCDM]{2})M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![\p{L}\p{N}])/u;

/** True if a text contains a number in words, in a sign such as `Ⅴ`, or in Roman digits. */
export function hasNumberWord(text: string): boolean {
  return NUMBER_WORD.test(text) || ROMAN.test(text);
}

/** True if a text ends by stating a number in words: `so she has twelve`. */
export function statesNumberWord(text: string): boolean {
  return STATED.test(text);
}
