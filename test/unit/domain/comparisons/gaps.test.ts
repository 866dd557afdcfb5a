import { describe, expect, it } from 'vitest';
import { GAP_REASONS, findEvidenceGaps } from '../../../../domain/comparisons/gaps.ts';
import { makeCaseEvidence, makeCell, makeVerdict } from '../../../../testing/comparisons/evidence.ts';

const unpriced = { state: 'unpriced' } as const;
const unbilled = { state: 'unbilled' } as const;

/** The gaps of a case with this candidate. */
const gapsOfCandidate = (candidate: Partial<ReturnType<typeof makeCaseEvidence>['candidate']>) =>
  findEvidenceGaps([
    makeCaseEvidence('a', { candidate: { cell: makeCell(), verdict: makeVerdict('pass'), ...candidate } }),
  ]).map(({ arm, reason, detail }) => [arm, reason, detail]);

describe('the gaps of a case', () => {
  it('are empty if both arms answered, were priced and passed', () => {
    expect(findEvidenceGaps([makeCaseEvidence('a')])).toEqual([]);
  });

  it.each([
    [
      { cell: undefined, verdict: undefined },
      [
        ['candidate', 'cell_missing', ''],
        ['candidate', 'verdict_missing', 'cell_missing'],
      ],
    ],
    [
      { cell: makeCell({ state: 'intended', cost: unbilled }), verdict: undefined },
      [
        ['candidate', 'cell_not_terminal', ''],
        ['candidate', 'verdict_missing', 'cell_not_terminal'],
      ],
    ],
    [
      { cell: makeCell({ state: 'dispatched', cost: unpriced }), verdict: undefined },
      [
        ['candidate', 'cell_not_terminal', ''],
        ['candidate', 'verdict_missing', 'cell_not_terminal'],
      ],
    ],
    [
      { cell: makeCell({ state: 'failed', failureCode: 'refused', cost: unbilled }), verdict: undefined },
      [
        ['candidate', 'cell_failed', 'refused'],
        ['candidate', 'verdict_missing', 'refused'],
      ],
    ],
    [
      {
        cell: makeCell({ state: 'failed', failureCode: 'spend_ceiling_exceeded', cost: unbilled }),
        verdict: makeVerdict('unknown', 'spend_ceiling_exceeded'),
      },
      [
        ['candidate', 'cell_failed', 'spend_ceiling_exceeded'],
        ['candidate', 'verdict_unknown', 'spend_ceiling_exceeded'],
      ],
    ],
    [{ verdict: undefined }, [['candidate', 'verdict_missing', '']]],
    [{ cell: makeCell({ cost: unpriced }) }, [['candidate', 'cell_unpriced', '']]],
    [{ cell: makeCell({ cost: unbilled }) }, []],
    [{ verdict: makeVerdict('unknown', 'judge_unavailable') }, [['candidate', 'verdict_unknown', 'judge_unavailable']]],
    [{ verdict: makeVerdict('fail') }, [['candidate', 'verdict_failed', '']]],
  ])('of %j', (candidate, gaps) => {
    expect(gapsOfCandidate(candidate)).toEqual(gaps);
  });
});

describe('all gaps', () => {
  it('begin with failures of critical cases, ordered by reason, case and arm', () => {
    const failed = { cell: makeCell(), verdict: makeVerdict('fail') };
    const missing = { cell: undefined, verdict: undefined };
    const gaps = findEvidenceGaps([
      makeCaseEvidence('a', { baseline: failed, candidate: failed }),
      makeCaseEvidence('b', { candidate: missing, critical: true }),
      makeCaseEvidence('c', { baseline: failed, candidate: failed, critical: true }),
      makeCaseEvidence('d', { baseline: missing }),
    ]);
    expect(gaps.map(({ caseId, arm, reason }) => `${caseId} ${arm} ${reason}`)).toEqual([
      'c baseline verdict_failed',
      'c candidate verdict_failed',
      'b candidate cell_missing',
      'd baseline cell_missing',
      'b candidate verdict_missing',
      'd baseline verdict_missing',
      'a baseline verdict_failed',
      'a candidate verdict_failed',
    ]);
    expect(gaps[0]).toEqual({ caseId: 'c', critical: true, arm: 'baseline', reason: 'verdict_failed', detail: '' });
    expect(gaps[3]).toEqual({ caseId: 'd', critical: false, arm: 'baseline', reason: 'cell_missing', detail: '' });
  });

  it('have the reasons of the contract, in its order', () => {
    expect(GAP_REASONS).toEqual([
      'cell_missing',
      'cell_not_terminal',
      'cell_failed',
      'cell_unpriced',
      'verdict_missing',
      'verdict_unknown',
      'verdict_failed',
    ]);
  });
});
