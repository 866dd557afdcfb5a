import { describe, expect, it } from 'vitest';
import { openRun, runWithoutAnswer } from '../../../../api/customer/runs/open-run.ts';
import type { RunDisclosure } from '../../../../api/customer/runs/run-disclosure.ts';
import type { InsightAnswer } from '../../../../contracts/insight/answer/insight-answer.ts';
import { redactDimensions } from '../../../../contracts/insight/redact-dimensions.ts';
import { redactMoney } from '../../../../contracts/insight/redact-money.ts';
import { reportDigest } from '../../../../contracts/reports/report-digest.ts';
import type { ReportRunOpenV1, ReportRunV1 } from '../../../../contracts/reports/report-run.ts';
import { canonicalByteLength } from '../../../../contracts/wire/canonical-json.ts';
import type { StoredRun } from '../../../../store/reports/report-run-store.ts';
import { makeAnswer } from '../../../../testing/api/answers.ts';
import {
  ADA_VIEW,
  makeUsersAnswer,
  UNNAMED_USERS,
  UNNAMED_USERS_WITHOUT_MONEY,
  USERS_VIEW,
  WITHHELD_FILTER,
  WITHHELD_USERS,
} from '../../../../testing/api/dimension-answer.ts';
import { hiddenSizes } from '../../../../testing/reports/hidden-sizes.ts';

const WINDOW = { from: '2026-02-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' };
const NOW = new Date(WINDOW.to);
const SALT = 's'.repeat(43);

const ALL: RunDisclosure = { mayReadCost: true, mayReadDimensions: true };
const NO_VALUES: RunDisclosure = { mayReadCost: true, mayReadDimensions: false };
const NO_MONEY: RunDisclosure = { mayReadCost: false, mayReadDimensions: true };
const NEITHER: RunDisclosure = { mayReadCost: false, mayReadDimensions: false };

const digestOf = (question: object, answer: InsightAnswer, artifactSalt?: string): string =>
  reportDigest({
    question,
    window: { from: new Date(WINDOW.from), to: NOW },
    viewRevision: '1',
    answer,
    ...(artifactSalt !== undefined && { artifactSalt }),
  });

/** A ready run as a worker stores it. */
function storedRun(question: Record<string, unknown>, answer: InsightAnswer, artifactSalt = SALT): StoredRun {
  const run: ReportRunV1 = {
    run_id: 'rrun_01k9d4w7z2e8sb6f3m5q0v1xya',
    report_id: 'rpt_01k9d4w7z2e8sb6f3m5q0v1xya',
    organization_id: 'org_01k9d4w7z2e8sb6f3m5q0v1xya',
    workspace_id: 't_01k9d4w7z2e8sb6f3m5q0v1xyb',
    initiator: 'sub_01k9d4w7z2e8sb6f3m5q0v1xya',
    idempotency_key: 'key',
    state: 'ready',
    failure_code: '',
    failure_detail: '',
    question,
    view_revision: '1',
    window: WINDOW,
    display_tz: 'UTC',
    authority_epoch: 3,
    attempt: 1,
    coverage: [],
    truncated: false,
    artifact_digest: digestOf(question, answer, artifactSalt),
    group_count: answer.groups?.length ?? 0,
    byte_count: canonicalByteLength(answer),
    created_at: WINDOW.to,
  };
  return {
    run,
    scopeEnvironmentIds: ['env_a'],
    artifactSalt,
    redactedByteCount: canonicalByteLength(redactMoney(answer).answer),
    ...hiddenSizes(answer),
  };
}

const open = (stored: StoredRun, answer: InsightAnswer | undefined, disclosure: RunDisclosure): ReportRunOpenV1 =>
  openRun({ stored, answer, ...disclosure, now: NOW });

describe('a run by a dimension', () => {
  const question = USERS_VIEW.query;
  const answer = makeUsersAnswer('ada', 'bob');
  const stored = storedRun(question, answer);

  it('is complete, under the digest of the artifact, for a viewer with both permissions', () => {
    expect(open(stored, answer, ALL)).toEqual({
      ...stored.run,
      answer,
      artifact_salt: SALT,
      presentation_digest: stored.run.artifact_digest,
      money_withheld: false,
    });
  });

  it.each([
    ['dimensions.read', NO_VALUES, [WITHHELD_USERS, UNNAMED_USERS], false],
    ['both permissions', NEITHER, [WITHHELD_USERS, UNNAMED_USERS_WITHOUT_MONEY], true],
  ])('has two lines, their sizes and a digest of its own for a viewer without %s', (_, disclosure, groups, money) => {
    const shown = { ...answer, groups };
    const expected = {
      ...stored.run,
      group_count: 2,
      byte_count: canonicalByteLength(shown),
      answer: shown,
      presentation_digest: digestOf(question, shown),
      money_withheld: money,
      dimensions_withheld: true,
    };
    expect(open(stored, answer, disclosure)).toEqual(expected);
    // The store also has the reduced form, which gives the same document.
    expect(open(stored, redactDimensions(answer).answer, disclosure)).toEqual(expected);
    expect(expected.presentation_digest).not.toBe(expected.artifact_digest);
  });

  it('withholds only money without cost.read', () => {
    const shown = open(stored, answer, NO_MONEY);
    expect(shown.answer).toEqual(redactMoney(answer).answer);
    expect([shown.money_withheld, shown.dimensions_withheld, shown.group_count]).toEqual([true, undefined, 4]);
  });

  it('withholds values that spend ranks from a viewer without cost.read', () => {
    const ranked = { ...question, ranked_by: 'spend' };
    const byOrder = storedRun(ranked, answer);
    const shown = open(byOrder, answer, NO_MONEY);
    expect(shown.answer?.groups).toEqual([WITHHELD_USERS, UNNAMED_USERS_WITHOUT_MONEY]);
    expect(shown).toMatchObject({ question: ranked, group_count: 2, money_withheld: true, dimensions_withheld: true });
    expect(open(byOrder, answer, ALL).answer).toEqual(answer);
    const listed = runWithoutAnswer({ stored: byOrder, ...NO_MONEY, now: NOW });
    expect([listed.group_count, listed.byte_count]).toEqual([2, canonicalByteLength(shown.answer)]);
  });

  it('is the same document for other values, another order and another number of values', () => {
    const answers = [['ada', 'bob'], ['bob', 'ada'], ['eve'], []].map((users) => makeUsersAnswer(...users));
    const documents = answers.map((one, index) => {
      const run = storedRun(question, one, String(index).repeat(43));
      const shown = [open(run, one, NO_VALUES), runWithoutAnswer({ stored: run, ...NO_VALUES, now: NOW })];
      // This digest covers a salt that is not shown.
      return shown.map((document) => ({ ...document, artifact_digest: '' }));
    });
    for (const document of documents) expect(document).toEqual(documents[0]);
    expect(documents[0]?.[0]).not.toHaveProperty('artifact_salt');
  });

  it('is listed with the sizes that its viewer sees, also after the answer has expired', () => {
    const sizesFor = (disclosure: RunDisclosure): number[] => {
      const { group_count: groups, byte_count: bytes } = runWithoutAnswer({ stored, ...disclosure, now: NOW });
      return [groups, bytes];
    };
    const reduced = redactDimensions(answer).answer;
    expect(sizesFor(ALL)).toEqual([4, canonicalByteLength(answer)]);
    expect(sizesFor(NO_MONEY)).toEqual([4, canonicalByteLength(redactMoney(answer).answer)]);
    expect(sizesFor(NO_VALUES)).toEqual([2, canonicalByteLength(reduced)]);
    expect(sizesFor(NEITHER)).toEqual([2, canonicalByteLength(redactMoney(reduced).answer)]);
    const expired = { ...stored, run: { ...stored.run, state: 'expired' as const } };
    const shown = open(expired, undefined, NO_VALUES);
    expect([shown.group_count, shown.byte_count]).toEqual([2, canonicalByteLength(reduced)]);
    expect(shown).not.toHaveProperty('dimensions_withheld');
  });

  it('withholds nothing of an answer that was read without dimensions.read', () => {
    const fresh = redactDimensions(answer).answer;
    const run = storedRun(question, fresh);
    expect(open(run, fresh, NO_VALUES)).toEqual({
      ...run.run,
      answer: fresh,
      artifact_salt: SALT,
      presentation_digest: run.run.artifact_digest,
      money_withheld: false,
    });
  });
});

describe('a run with a filter of dimensions', () => {
  const question = ADA_VIEW.query;
  const answer = makeAnswer();
  const stored = storedRun(question, answer);
  const shownQuestion = { ...question, dimension_filter: WITHHELD_FILTER };

  it('shows the filter, the salt and the digest of the artifact with dimensions.read', () => {
    expect(open(stored, answer, ALL)).toMatchObject({ question, artifact_salt: SALT, answer });
  });

  it('withholds the filter and the salt without dimensions.read, so that no guess can be tested', () => {
    expect(open(stored, answer, NO_VALUES)).toEqual({
      ...stored.run,
      question: shownQuestion,
      answer,
      presentation_digest: digestOf(shownQuestion, answer),
      money_withheld: false,
      dimensions_withheld: true,
    });
    expect(runWithoutAnswer({ stored, ...NO_VALUES, now: NOW })).toEqual({ ...stored.run, question: shownQuestion });
  });

  it.each(['queued', 'failed', 'expired'] as const)('withholds the filter of a run that is %s', (state) => {
    const run = { ...stored, run: { ...stored.run, state } };
    expect(open(run, undefined, NO_VALUES)).toEqual({
      ...run.run,
      question: shownQuestion,
      presentation_digest: '',
      money_withheld: false,
      dimensions_withheld: true,
    });
  });
});
