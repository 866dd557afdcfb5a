import { BLANK_CLASS, FOLDED, INVISIBLE_CLASS } from '../../domain/judges/person-of.ts';

/** The SQL expression for the person behind the column `annotator`, equivalent to `personOf`. */
export const PERSON_SQL = personSql('annotator');

function personSql(column: string): string {
  const visible = `replaceRegexpAll(${column}, '${INVISIBLE_CLASS}+', '')`;
  const folded = FOLDED.reduce(
    (text, [letter, other]) => `replaceAll(${text}, '${letter}', '${other}')`,
    `lowerUTF8(normalizeUTF8NFKC(${visible}))`,
  );
  const plain = `trimBoth(replaceRegexpAll(${folded}, '${BLANK_CLASS}+', ' '))`;
  return `if(${plain} = '', ${column}, ${plain})`;
}
