import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import {
  JudgeDisagreementsSchema,
  JudgePassRateSchema,
  type JudgeDisagreements,
  type JudgePassRate,
} from '../../../contracts/judges/judge-evidence.ts';
import { JudgeFailuresSchema, type JudgeFailures } from '../../../contracts/judges/judge-failures.ts';
import { makeJudgeRecord } from '../../../contracts/judges/make-judge-record.ts';
import { replyIdOf } from '../../../contracts/judges/work/reply-id-of.ts';
import { subjectIdOf } from '../../../contracts/judges/subject-id-of.ts';
import { failureText } from '../../../domain/judges/work/failure-text.ts';
import { SCOPES } from '../../../domain/management/scopes.ts';
import { DEFAULT_SETTINGS, makeJudgeEvidence } from '../../../testing/judges/make-judge-evidence.ts';
import { createManagementFixture, type ManagementFixture } from '../../../testing/apps/management-fixture.ts';

const JUDGE = { judge_id: 'judge.safety', model: 'm', prompt_sha: 'p', eval_ver: '1', metric: 'safety', segment: '' };
const SHOWN = { id: subjectIdOf(JUDGE), ...JUDGE };
const WORKSPACE = 't_00000000000000000000000001';

function planeWithJudge(): ManagementFixture {
  const plane = createManagementFixture({ token: { role: 'admin', scopes: SCOPES } });
  plane.judges.push(JUDGE);
  return plane;
}

/** Stores the newest validation of the judge over 50 rows, with a number of rows of each kind. */
function validated(
  plane: ManagementFixture,
  [bothPass, onlyJudgePasses, onlyPeoplePass, bothFail]: readonly [number, number, number, number],
): void {
  const record = makeJudgeRecord(
    makeJudgeEvidence({ bothPass, onlyJudgePasses, onlyPeoplePass, bothFail }),
    DEFAULT_SETTINGS,
  );
  plane.validations.push({
    validationId: 'jval_00000000000000000000000001',
    subjectId: SHOWN.id,
    subject: JUDGE,
    goldRevision: 'gold-1',
    at: new Date('2026-02-01T00:00:00.000Z'),
    promoted: record.promoted,
    change: undefined,
    resets: false,
    record,
  });
}

async function read<Answer>({ app }: ManagementFixture, path: string): Promise<Answer> {
  const url = `/tt/api/v1/evals/judges/${SHOWN.id}/${path}`;
  const answer = await app.inject({ url, headers: { authorization: 'Bearer known' } });
  expect(answer.statusCode).toBe(200);
  return answer.json<Answer>();
}

describe('the share of answers that people would pass', () => {
  const rateOf = async (plane: ManagementFixture): Promise<JudgePassRate> => {
    const rate = await read<JudgePassRate>(plane, 'pass-rate');
    expect([...Value.Errors(JudgePassRateSchema, rate)]).toEqual([]);
    return rate;
  };

  it('is corrected for the errors of the judge, with an interval', async () => {
    const plane = planeWithJudge();
    validated(plane, [20, 5, 5, 20]);
    plane.unlabelled = { passed: 70, failed: 30, abstained: 90, unheard: 10, split: 40 };
    const { interval, corrected_rate: corrected, ...rate } = await rateOf(plane);
    expect(rate).toEqual({
      subject: SHOWN,
      gold_revision: 'gold-1',
      judged: { pass: 70, fail: 30 },
      coverage: { asked: 200, answered: 100, abstained: 90, failed: 10, split: 40, rate: 0.5 },
      judge_rate: 0.7,
      confidence: '0.95',
    });
    expect([corrected?.toFixed(4), interval?.lower.toFixed(4), interval?.upper.toFixed(4)]).toEqual([
      '0.8333',
      '0.5901',
      '1.0000',
    ]);
  });

  it.each([
    ['nothing_judged', [20, 5, 5, 20], { passed: 0, failed: 0 }, null],
    ['one_category', [50, 0, 0, 0], { passed: 3, failed: 1 }, 0.75],
    ['no_better_than_chance', [10, 15, 15, 10], { passed: 0, failed: 4 }, 0],
  ] as const)('is null if it cannot be computed, because of %s', async (reason, confusion, unlabelled, judgeRate) => {
    const plane = planeWithJudge();
    validated(plane, confusion);
    plane.unlabelled = { ...plane.unlabelled, ...unlabelled };
    const rate = await rateOf(plane);
    expect(rate).toMatchObject({ judge_rate: judgeRate, corrected_rate: null, absent_reason: reason });
    expect(rate).not.toHaveProperty('interval');
  });

  it('is null for a judge that was never validated, for any verdicts', async () => {
    const plane = planeWithJudge();
    plane.unlabelled = { ...plane.unlabelled, passed: 1, failed: 1 };
    expect(await rateOf(plane)).toMatchObject({
      gold_revision: '',
      judge_rate: 0.5,
      corrected_rate: null,
      absent_reason: 'never_validated',
    });
  });
});

describe('the disagreements of a judge and people', () => {
  const listed = async (plane: ManagementFixture, query = ''): Promise<JudgeDisagreements> => {
    const found = await read<JudgeDisagreements>(plane, `disagreements${query}`);
    expect([...Value.Errors(JudgeDisagreementsSchema, found)]).toEqual([]);
    return found;
  };
  const row = (requestId: string) => ({
    workspaceId: WORKSPACE,
    requestId,
    admittedAt: new Date('2026-02-01T00:00:00.000Z'),
    outcomeId: `of ${requestId}`,
    verdict: 'pass' as const,
    passes: 1,
    fails: 2,
  });

  it('are listed with the content of both, if it is still stored', async () => {
    const plane = planeWithJudge();
    plane.disagreements.push(row('r1'), row('r2'));
    plane.annotation.kept.set('r1', { request: 'Six times seven?', response: '41' });
    plane.annotation.reasons.push(
      { outcomeId: 'of r1', seat: 0, text: 'It is a number.' },
      { outcomeId: 'of r1', seat: 2, text: 'It is odd.' },
      { outcomeId: 'another', seat: 0, text: 'Not this one.' },
    );
    const shared = {
      workspace_id: WORKSPACE,
      req_ts: '2026-02-01T00:00:00.000Z',
      judge: 'pass',
      people: { pass: 1, fail: 2 },
    };
    expect(await listed(plane)).toEqual({
      subject: SHOWN,
      total: 2,
      disagreements: [
        {
          ...shared,
          req_id: 'r1',
          outcome_id: 'of r1',
          instruction: 'Six times seven?',
          output: '41',
          reasons: [
            { seat: 0, text: 'It is a number.' },
            { seat: 2, text: 'It is odd.' },
          ],
        },
        { ...shared, req_id: 'r2', outcome_id: 'of r2', reasons: [] },
      ],
    });
  });

  it('mark an answer that was interrupted', async () => {
    const plane = planeWithJudge();
    plane.disagreements.push(row('r1'));
    plane.annotation.kept.set('r1', { response: 'Forty-', isCutOff: true });
    expect((await listed(plane)).disagreements).toMatchObject([{ output: 'Forty-', output_cut_off: true }]);
  });

  it('are limited to the newest twenty, or to the requested number', async () => {
    const plane = planeWithJudge();
    plane.disagreements.push(...Array.from({ length: 30 }, (_, number) => row(`r${number}`)));
    expect((await listed(plane)).disagreements).toHaveLength(20);
    const { total, disagreements } = await listed(plane, '?limit=3');
    expect([total, disagreements.length]).toEqual([30, 3]);
    const url = `/tt/api/v1/evals/judges/${SHOWN.id}/disagreements?limit=51`;
    expect((await plane.app.inject({ url, headers: { authorization: 'Bearer known' } })).statusCode).toBe(400);
  });
});

describe('the reasons why a judge gave no verdict', () => {
  const listed = async (plane: ManagementFixture, query = ''): Promise<JudgeFailures> => {
    const found = await read<JudgeFailures>(plane, `failures${query}`);
    expect([...Value.Errors(JudgeFailuresSchema, found)]).toEqual([]);
    return found;
  };

  it('are listed with the reply of each panel member, if it is still stored', async () => {
    const plane = planeWithJudge();
    plane.failures.push({
      scoringId: 'jsc_1',
      workspaceId: WORKSPACE,
      requestId: 'r1',
      admittedAt: new Date('2026-02-01T00:00:00.000Z'),
      endedAt: new Date('2026-02-01T00:05:00.000Z'),
      code: 'panel_without_quorum',
      seats: [
        { seat: 0, model: 'm', code: 'structured_answer_unclear' },
        { seat: 2, model: 'n', code: 'output_truncated' },
      ],
    });
    plane.annotation.reasons.push({
      outcomeId: replyIdOf('jsc_1'),
      seat: 0,
      text: '{"verdict":"pass"}{"verdict":"fail"}',
    });
    expect(await listed(plane)).toEqual({
      subject: SHOWN,
      counted: 1,
      codes: [{ code: 'panel_without_quorum', count: 1 }],
      failures: [
        {
          req_id: 'r1',
          workspace_id: WORKSPACE,
          req_ts: '2026-02-01T00:00:00.000Z',
          failed_at: '2026-02-01T00:05:00.000Z',
          code: 'panel_without_quorum',
          detail: 'Half of the seats of a panel or more gave no vote.',
          seats: [
            {
              seat: 0,
              model: 'm',
              code: 'structured_answer_unclear',
              detail: failureText('structured_answer_unclear'),
              reply: '{"verdict":"pass"}{"verdict":"fail"}',
            },
            {
              seat: 2,
              model: 'n',
              code: 'output_truncated',
              detail: 'The answer reached its maximum of tokens before it was complete.',
            },
          ],
        },
      ],
    });
  });

  it('are empty for a judge that always gave a verdict', async () => {
    expect(await listed(planeWithJudge())).toEqual({ subject: SHOWN, counted: 0, codes: [], failures: [] });
  });
});
