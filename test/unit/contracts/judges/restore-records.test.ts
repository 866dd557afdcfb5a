import { expect, it } from 'vitest';
import { makeJudgeRecord } from '../../../../contracts/judges/make-judge-record.ts';
import { restoreRecords } from '../../../../contracts/judges/restore-records.ts';
import { DEFAULT_SETTINGS, makeJudgeEvidence } from '../../../../testing/judges/make-judge-evidence.ts';

const RECORD = makeJudgeRecord(
  makeJudgeEvidence({ bothPass: 1, onlyJudgePasses: 0, onlyPeoplePass: 0, bothFail: 0 }),
  DEFAULT_SETTINGS,
);
const kept = (subjectId: string, record: unknown = RECORD) => ({
  validationId: `jval_${subjectId}`,
  subjectId,
  record,
});

it('an empty list is empty, and readable records are restored', () => {
  expect(restoreRecords([])).toEqual({ state: 'empty', bySubject: new Map() });
  const rows = [kept('a'), kept('b')];
  expect(restoreRecords(rows)).toEqual({
    state: 'restored',
    bySubject: new Map([
      ['a', rows[0]],
      ['b', rows[1]],
    ]),
  });
});

it('an unreadable record refuses all of them, and is named', () => {
  expect(restoreRecords([kept('a'), kept('b', { ...RECORD, iaa: 'high' }), kept('c', null)])).toEqual({
    state: 'unrestorable',
    detail: 'jval_b: /iaa must be a number, not a string. jval_c: / must be an object, not null.',
    bySubject: new Map(),
  });
});

it('an excess is cut, with the number of dropped records', () => {
  const { detail = '' } = restoreRecords(Array.from({ length: 1_000 }, (_, number) => kept(`é${number}`, null)));
  expect(Buffer.byteLength(detail)).toBeLessThanOrEqual(4_096);
  const whole = Array.from({ length: 1_000 }, (_, number) => `jval_é${number}: / must be an object, not null.`).join(
    ' ',
  );
  const [, shown = '', dropped = ''] = /^(.*) … (\d+) bytes dropped$/s.exec(detail) ?? [];
  expect(whole.startsWith(shown)).toBe(true);
  expect(Buffer.byteLength(shown) + Number(dropped)).toBe(Buffer.byteLength(whole));
});
