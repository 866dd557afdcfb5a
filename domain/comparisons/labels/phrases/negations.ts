import { wordsPattern } from './words-pattern.ts';

const DENIED =
  "not|isn't|is not|never|neither|nor|rather than|instead of|unlike|nicht|kein|keine|keinesfalls|statt|anstatt|pas|plutôt que|au lieu de|non|" +
  'né|en lugar de|en vez de|(?<=[,;] )no|no es|no la|não|nem|nie|не|ни|вместо|niet|geen|inte|ikke|ei|nu|bukan|tidak|không phải|không|' +
  'nem|ليس|وليس|ليست|وليست|לא|ולא|نه|όχι|δεν|ne|nikoli';
/** Words after which a choice is only compared. A number after them may be the answer. */
const COMPARED =
  "no|than|over|out of|except|(?:rule|rules|ruled|ruling) out|eliminat(?:e|es|ed|ing)|exclud(?:e|es|ed|ing)|discard(?:s|ed|ing)?|reject(?:s|ed|ing)?|(?:as )?opposed to|compared (?:to|with)|(?:anything|everything|all) but|but not|(?:don't|do not|doesn't|does not|didn't) (?:think|believe)(?: that)?(?: it is| it's| it| the(?: correct| right)? answer is)?|" +
  'als|que|чем';
const FILLER = String.raw`(?:[\s"'*_(\[]|(?:the|a|an|be|option|choice|letter|answer|la|le|el|il|lo|o|die|der|das|den|det|de|het|η|ο|το|opción|opção)\s)*`;
const SPACELESS_DENIED = '不选|不選|不是|并非|並非|不|非|没有|沒有|ไม่ใช่|ไม่|មិនមែន|មិន|ບໍ່ແມ່ນ|ບໍ່|မ';

/** Words that deny the number after them. */
export const NUMBER_DENIAL = new RegExp(`(?:${wordsPattern(DENIED)}${FILLER}|(?:不是|并非|並非|ไม่ใช่)\\s*)$`, 'iu');

/** Words that deny the choice after them, or only compare with it. */
export const CHOICE_DENIAL = new RegExp(
  `(?:(?:${wordsPattern(`${DENIED}|${COMPARED}|can't be|cannot be`)}|n't be)${FILLER}|(?:${SPACELESS_DENIED})\\s*)$`,
  'iu',
);

/** Words that deny the number or choice before them. */
export const TRAILING_DENIAL = new RegExp(
  String.raw`^["'*_)\]]*(?:(?:では|じゃ)(?:な|あり)|でない|は誤|は間違|は違|\s?(?:이|가|은|는) 아니|[.．、:]?\s?(?:项|項|选项|選項)?\s?(?:不对|不對|不正确|不符|是错|是錯|错误|錯誤|都不|均不)|` +
    String.raw`\s(?:${wordsPattern(
      "is wrong|is incorrect|is false|is not|is a common|is too|is off|isn't|was wrong|can't|cannot|does not|doesn't|(?:are|were|sind|sont|son|são|sono) (?:all |both |alle |todas |toutes )?(?:wrong|incorrect|false|not|too|falsch|faux|fausses|falsas|sbagliate)|would be wrong|would be incorrect|fails|" +
        'ist falsch|ist nicht|est faux|est fausse|es falsa|es falso|es incorrecta|está errada|é errada|è sbagliata|è falsa|' +
        'неверно|неправильно|jest błędne|değil|नहीं|নয়|নয়|نیست|نہیں',
    )}))`,
  'iu',
);

/** Words that deny all joined choices before them: `A, B and C are wrong`. */
export const TOTAL_DENIAL = new RegExp(
  String.raw`^["'*_)\]]*(?:\s${wordsPattern('are|were|sind|sont|son|são|sono')}|[均都])`,
  'iu',
);
