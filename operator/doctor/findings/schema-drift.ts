import { truncateList } from '../../../domain/kernel/text/truncate-list.ts';
import { faultVerdict, okVerdict, unknownVerdict, warningVerdict, type CheckVerdict } from './finding.ts';

/** The maximum number of differences that are listed; further ones are only counted. */
const MAX_SHOWN = 8;

/**
 * The differences between two listings of a schema, whose lines are `<kind> <name>: <definition>`, or `<kind>
 * <table>.<name>: …` for the parts of a table. If a table is missing or unexpected, only the table is named.
 */
export interface SchemaDifference {
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
  readonly changed: readonly { readonly name: string; readonly wanted: string; readonly found: string }[];
}

export function compareSchemas(wanted: readonly string[], found: readonly string[]): SchemaDifference {
  const [ours, theirs] = [definitionsOf(wanted), definitionsOf(found)];
  return {
    missing: withoutParts([...ours.keys()].filter((name) => !theirs.has(name))),
    unexpected: withoutParts([...theirs.keys()].filter((name) => !ours.has(name))),
    changed: [...ours].flatMap(([name, definition]) => {
      const other = theirs.get(name);
      return other === undefined || other === definition ? [] : [{ name, wanted: definition, found: other }];
    }),
  };
}

function definitionsOf(lines: readonly string[]): Map<string, string> {
  return new Map(
    lines
      .filter((line) => line !== '')
      .map((line) => {
        const colon = line.indexOf(': ');
        return [line.slice(0, colon), line.slice(colon + 2)] as const;
      }),
  );
}

function withoutParts(names: readonly string[]): string[] {
  const tables = names.filter((name) => name.startsWith('table ')).map((name) => name.slice('table '.length));
  return names.filter((name) => !tables.some((table) => name.includes(` ${table}.`)));
}

/**
 * The verdict on a difference. A missing or different part breaks something; an unknown part only slows it down, or
 * belongs to another application.
 */
export function driftVerdict({ missing, unexpected, changed }: SchemaDifference, engine: string): CheckVerdict {
  const differences = [
    ...missing.map((name) => `${name} is missing`),
    ...changed.map(({ name, wanted, found }) => `${name} is \`${found}\`, not \`${wanted}\``),
    ...unexpected.map((name) => `${name} is unexpected`),
  ];
  if (differences.length === 0) return okVerdict('The schema is what the migrations create.');
  const seen = `The schema differs from what the migrations create: ${truncateList(differences, MAX_SHOWN).join('; ')}.`;
  return missing.length + changed.length > 0
    ? faultVerdict(
        seen,
        `Change the schema of ${engine} by hand, or restore a backup. \`npm run migrate\` applies no migration twice.`,
      )
    : warningVerdict(
        seen,
        `Remove these parts from ${engine} unless you added them. A later migration may conflict with them.`,
      );
}

/**
 * The verdict if the applied migrations are not those of this version, whose listing is the only one to compare with.
 */
export const SCHEMA_NOT_COMPARED = unknownVerdict(
  'The schema was not compared, because the applied migrations are not exactly those of this version.',
);
