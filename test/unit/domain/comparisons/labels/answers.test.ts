import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkLabel } from '../../../../../domain/comparisons/labels/check-label.ts';
import type { LabelCheck } from '../../../../../domain/comparisons/labels/terms/label-check.ts';

/** An answer with the verdict that its meaning requires, independently of the code. */
interface JudgedAnswer {
  readonly id: string;
  readonly language: string;
  readonly check: LabelCheck;
  readonly answer: string;
  readonly verdict: 'pass' | 'fail';
  /** True if the code may not recognize the form. */
  readonly unknown_allowed?: true;
}

const rows = readFileSync(join(import.meta.dirname, 'answers.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as JudgedAnswer);
const read = rows.map((row) => ({ ...row, ...checkLabel(row.check, row.answer, () => false) }));

/**
 * The answers that count as unreadable: ranges, dates, sums, roots, numbers in words, and texts that two readers may
 * interpret differently.
 */
const UNKNOWN: readonly string[] = [
  'number-086',
  'number-087',
  'number-108',
  'number-109',
  'number-110',
  'number-113',
  'number-114',
  'number-117',
  'number-137',
  'number-142',
  'number-144',
  'number-148',
  'number-153',
  'number-169',
  'number-180',
  'number-227',
  'number-228',
  'number-230',
  'number-231',
  'number-232',
  'number-233',
  'number-234',
  'number-235',
  'number-236',
  'number-237',
  'number-238',
  'number-239',
  'number-241',
  'number-242',
  'number-277',
  'number-278',
  'number-279',
  'number-280',
  'number-283',
  'number-284',
  'number-285',
  'number-286',
  'number-287',
  'number-288',
  'number-289',
  'number-290',
  'number-291',
  'number-292',
  'number-293',
  'number-294',
  'number-295',
  'number-296',
  'number-326',
  'number-356',
  'number-362',
  'number-363',
  'number-364',
  'number-365',
  'number-370',
  'number-371',
  'number-425',
  'number-426',
  'number-427',
  'number-449',
  'number-450',
  'number-499',
  'number-506',
  'number-557',
  'number-558',
  'number-563',
  'choice-007',
  'choice-106',
  'choice-107',
  'choice-108',
  'choice-135',
  'number-595',
  'number-622',
  'number-623',
  'number-624',
  'number-625',
  'number-626',
  'number-652',
  'number-660',
  'number-673',
  'number-674',
  'number-709',
  'number-722',
  'number-738',
  'number-795',
  'number-796',
  'number-797',
  'number-800',
  'choice-293',
  'choice-295',
  'choice-303',
  'choice-316',
  'number-853',
  'number-854',
  'number-877',
  'number-909',
  'number-921',
  'number-923',
  'number-925',
  'number-934',
  'number-943',
  'number-1061',
  'number-1062',
  'number-1065',
  'number-1066',
  'number-1067',
  'number-1092',
  'number-1140',
  'number-1141',
  'number-1145',
  'number-1146',
  'number-1147',
  'number-1148',
  'number-1151',
  'number-1152',
  'number-1153',
  'number-1159',
  'number-1160',
  'number-1161',
  'number-1162',
  'choice-794',
  'choice-795',
  'choice-798',
  'number-1164',
  'number-1178',
  'choice-817',
  'choice-818',
  'choice-819',
  'choice-820',
  'number-1192',
  'number-1194',
  'number-1241',
  'number-1242',
  'number-1247',
  'number-1248',
  'text-195',
  'number-1252',
  'number-1253',
  'number-1256',
];

describe('answers in many languages and notations', () => {
  it('are numerous', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBeGreaterThanOrEqual(2_250);
    expect(new Set(rows.map(({ language }) => language)).size).toBeGreaterThanOrEqual(60);
  });

  it.each(['pass', 'fail'] as const)('never %s against their meaning', (outcome) => {
    const wrong = read.filter((row) => row.outcome === outcome && row.verdict !== outcome);
    expect(wrong.map(({ id, answer, rationale }) => [id, answer, rationale])).toEqual([]);
  });

  it('are unknown only if their form may be unrecognized', () => {
    const unknown = read.filter(({ outcome }) => outcome === 'unknown');
    expect(
      unknown.filter(({ unknown_allowed: isAllowed }) => !isAllowed).map(({ id, answer }) => [id, answer]),
    ).toEqual([]);
    expect(unknown.map(({ id }) => id)).toEqual(UNKNOWN);
  });

  it('have the read value, in a limited sentence without control characters', () => {
    for (const { check, rationale } of read) {
      expect(rationale).toMatch(/^(?:Read|Can read|Cannot read) /u);
      expect(rationale.length, check.kind).toBeLessThan(1_000);
      expect(rationale).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    }
  });
});
