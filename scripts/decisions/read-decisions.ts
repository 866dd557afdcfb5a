import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { parse } from 'yaml';
import { literalUnion } from '../../contracts/wire/literal-union.ts';
import { DECISION_AREAS, type DecisionArea } from './decision-areas.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'decisions');
const PAGE = /^---\n(?<frontMatter>.*?)\n---\n\n# (?<number>\d{4}): (?<title>[^\n]+)\n/s;

const NumberSchema = Type.String({ pattern: '^\\d{4}$' });
const NumbersSchema = Type.Array(NumberSchema, { minItems: 1, uniqueItems: true });
const FrontMatterSchema = Type.Object(
  {
    area: literalUnion(Object.keys(DECISION_AREAS) as DecisionArea[]),
    /** One sentence that states the present effect of the decision. */
    holds: Type.String({ minLength: 1 }),
    /** True if every change must respect the decision, which the index then lists first. */
    core: Type.Optional(Type.Literal(true)),
    amends: Type.Optional(NumbersSchema),
    amended_by: Type.Optional(NumbersSchema),
    supersedes: Type.Optional(NumbersSchema),
    superseded_by: Type.Optional(NumberSchema),
  },
  { additionalProperties: false },
);

/** A decision page: its file, its heading and its front matter. */
export interface Decision extends Static<typeof FrontMatterSchema> {
  /** The file of the decision within `docs/decisions`. */
  readonly file: string;
  /** The number of the decision: four digits, as in references from other pages. */
  readonly number: string;
  readonly title: string;
}

/**
 * Every page of `docs/decisions`, by number.
 * @throws Error if a page has no heading, or no valid front matter
 */
export async function readDecisions(): Promise<Decision[]> {
  const files = (await readdir(FOLDER)).filter((name) => /^\d{4}-.*\.md$/.test(name)).sort();
  return Promise.all(files.map(async (file) => decisionOf(file, await readFile(join(FOLDER, file), 'utf8'))));
}

function decisionOf(file: string, text: string): Decision {
  const { frontMatter = '', number = '', title = '' } = PAGE.exec(text)?.groups ?? {};
  if (number !== file.slice(0, 4)) {
    throw new Error(`docs/decisions/${file} must begin with front matter and the heading "# ${file.slice(0, 4)}: …".`);
  }
  const members: unknown = parse(frontMatter);
  if (!Value.Check(FrontMatterSchema, members)) {
    const faults = Value.Errors(FrontMatterSchema, members).map(
      ({ instancePath, message }) => `${instancePath} ${message}`,
    );
    throw new Error(`The front matter of docs/decisions/${file} is not valid: ${faults.join('; ')}.`);
  }
  return { file, number, title, ...members };
}
