import { BLANK_CLASS, CASE_FOLD_PAIRS, INVISIBLE_CLASS } from '../../domain/judges/normalize-person.ts';

/** The SQL expression for the person behind the column `annotator`, equivalent to `normalizePerson`. */
export const PERSON_SQL = personSql('annotator');

function personSql(column: string): string {
  const visible = `replaceRegexpAll(${column}, '${INVISIBLE_CLASS}+', '')`;
  const folded = CASE_FOLD_PAIRS.reduce(
    (text, [letter, other]) => `replaceAll(${text}, '${letter}', '${other}')`,
    `lowerUTF8(normalizeUTF8NFKC(${visible}))`,
  );
  const plain = `trimBoth(replaceRegexpAll(${folded}, '${BLANK_CLASS}+', ' '))`;
  return `if(${plain} = '', ${column}, ${plain})`;
}
