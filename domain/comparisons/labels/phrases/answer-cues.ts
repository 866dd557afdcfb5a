import { wordsPattern } from './words-pattern.ts';

/** Words that announce the answer after them, in the most common languages of models. */
const NOUNS =
  '(?:(?:correct|right|best|final|my) )?(?:answers?|solution|result)|(?:correct|right|best|final|my) (?:option|choice|letter|label)|' +
  'antwort|lösung|ergebnis|réponse|résultat|respuesta|resultado|resposta|risposta|risultato|ответ|відповідь|odpowiedź|odpowiedz|wynik|' +
  'antwoord|svaret|svar|odpověď|výsledek|cevap|sonuç|jawabannya|jawaban|hasilnya|đáp án|câu trả lời|kết quả|απάντηση|αποτέλεσμα|válasz|' +
  'vastaus|răspunsul|rezultatul|الجواب|الإجابة|الاجابة|الناتج|پاسخ|תשובה|התשובה|उत्तर|উত্তর|பதில்|விடை|సమాధానం|جواب';
/** Words that express a choice or a conclusion, if the answer directly follows them. */
const CHOOSING =
  "choose|chose|pick|picked|select|selected|i'd go with|i would go with|i go with|go with|vote for|so|thus|therefore|hence|also|daher|donc|" +
  'also ist|por lo tanto|por tanto|logo|portanto|quindi|dunque|следовательно|значит|więc|dus|alltså|takže';

const NAMES_ANSWER = `${wordsPattern(NOUNS)}|答案|答え|正解|回答|정답|답|คำตอบ|ចម្លើយ|ຄຳຕອບ|အဖြေ`;
const NAMED = new RegExp(NAMES_ANSWER, 'giu');
const NAMED_OR_CHOSEN = new RegExp(
  `${NAMES_ANSWER}|${wordsPattern(CHOOSING)}|选择|選擇|选|選|所以|因此|故|よって|따라서`,
  'giu',
);

/** The words that may occur between such a word and the answer. */
const FILLER_WORDS =
  'is|was|are|be|must|should|would|will|has|to|clearly|therefore|thus|then|so|it|that|the|option|choice|letter|label|correct|right|final|best|' +
  'about|approximately|exactly|simply|just|only|with|number|most|likely|probably|definitely|certainly|surely|ist|lautet|wäre|die|der|das|est|la|le|es|el|correcta|opción|é|è|är|er|je|to|wynosi|' +
  'adalah|là|είναι|on|este|هي|هو|היא|הוא|है|হল|হলো|правильный|это';
const FILLER = new RegExp(
  String.raw`^(?:[\s:：=*_"'“”‘’«»「『(（\[{$~≈>,，】\]]|\\text|\\boxed|为|為|是|应|應|该|項|项|は|が|은|는|คือ|គឺ|ແມ່ນ|မှာ|` +
    String.raw`${wordsPattern(FILLER_WORDS)})*$`,
  'iu',
);
const MAX_FILLER = 80;

/** The end offset of each word that announces an answer, in the order of the text. */
export function findAnswerCueEnds(text: string): number[] {
  return endsOf(NAMED, text);
}

/** The end offset of each word that announces an answer, or expresses a choice or a conclusion. */
export function findConclusionEnds(text: string): number[] {
  return endsOf(NAMED_OR_CHOSEN, text);
}

/** True if the text between an announcing word and a candidate contains only words such as `is the option`. */
export function isFiller(between: string): boolean {
  return between.length <= MAX_FILLER && FILLER.test(between);
}

function endsOf(pattern: RegExp, text: string): number[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => index + length);
}
