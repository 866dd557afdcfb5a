import { readFileSync } from 'node:fs';
import { COUNTED_UNITS, LIMIT_UNITS, type LimitUnit } from '../../../domain/gateway/governance/limit-kind.ts';
import { roundToNanoUsd } from '../../../domain/kernel/round-to-nano-usd.ts';
import { parseInstant } from '../../../domain/kernel/parse-instant.ts';
import { usageFault } from '../../output/command-fault.ts';

/** The counted use of a limit at a node. Amounts are in the counted unit: nano-USD for money. */
export interface RollupRow {
  readonly limitId: string;
  readonly node: string;
  readonly unit: LimitUnit;
  readonly used: number;
}

export interface Rollup {
  readonly asOf: Date | undefined;
  readonly rows: readonly RollupRow[];
}

const MAX_BYTES = 67_108_864;
const AMOUNT = /^\d{1,15}(\.\d{1,9})?$/;

/**
 * Reads the file of `--rollup`: a page of `GET /limits` of the management plane, or the same with `as_of`. Members that
 * the comparison does not need are ignored, and limits without a node have no use.
 *
 * @throws CommandFault `usage` that names the first member with another form
 */
export function readRollup(path: string): Rollup {
  const document = parse(path);
  const { as_of: asOf, limits, next_cursor: next } = document;
  if (typeof next === 'string' && next !== '')
    throw usageFault(`The rollup ${path} is one of several pages.`, 'collect the limits of all pages in one file');
  if (!Array.isArray(limits)) throw misfit(path, '/limits', 'a list of limits');
  return {
    asOf: asOf === undefined ? undefined : readInstant(path, asOf),
    rows: limits.flatMap((limit: unknown, index) => rowOf(path, limit, `/limits/${index}`)),
  };
}

function rowOf(path: string, value: unknown, pointer: string): RollupRow[] {
  if (!isMapping(value)) throw misfit(path, pointer, 'a mapping');
  const { limit_id: limitId, node, unit: shown, used } = value;
  if (typeof limitId !== 'string' || limitId === '') throw misfit(path, `${pointer}/limit_id`, 'the id of a limit');
  if (node === null) return [];
  if (typeof node !== 'string' || node === '') throw misfit(path, `${pointer}/node`, 'the name of a node, or null');
  const unit = LIMIT_UNITS.find((name) => COUNTED_UNITS[name].shownAs === shown);
  if (unit === undefined)
    throw misfit(
      path,
      `${pointer}/unit`,
      `one of ${LIMIT_UNITS.map((name) => COUNTED_UNITS[name].shownAs).join(', ')}`,
    );
  if (typeof used !== 'string' || !AMOUNT.test(used))
    throw misfit(path, `${pointer}/used`, 'a decimal text, such as "12.5"');
  return [
    { limitId, node, unit, used: COUNTED_UNITS[unit].isMoney ? Number(roundToNanoUsd(Number(used))) : Number(used) },
  ];
}

function readInstant(path: string, value: unknown): Date {
  const found = typeof value === 'string' ? parseInstant(value) : undefined;
  if (found === undefined) throw misfit(path, '/as_of', 'an RFC 3339 instant');
  return found;
}

function parse(path: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'an unknown error' } = error as NodeJS.ErrnoException;
    throw usageFault(`The rollup ${path} cannot be read (${code}).`, 'name a file with --rollup');
  }
  if (text.length > MAX_BYTES) throw usageFault(`The rollup ${path} has more than ${MAX_BYTES} bytes.`);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw usageFault(`The rollup ${path} is not JSON: ${(error as Error).message}.`, 'name another file with --rollup');
  }
  if (!isMapping(document)) throw misfit(path, '', 'a mapping with `limits`');
  return document;
}

function misfit(path: string, pointer: string, form: string): Error {
  return usageFault(
    `The file ${path} is no rollup: ${pointer === '' ? 'the document' : pointer} must be ${form}.`,
    'docs/cli/govern-reconcile.md has the form and an example',
  );
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
