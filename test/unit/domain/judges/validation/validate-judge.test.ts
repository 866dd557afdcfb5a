import { describe, expect, it } from 'vitest';
import { FROZEN_FLOORS, raiseFloors } from '../../../../../domain/judges/configuration/floors.ts';
import { validateJudge, type ValidationEvidence } from '../../../../../domain/judges/validation/validate-judge.ts';

const RULES = { floors: FROZEN_FLOORS, requireIaa: false };
const UNMEASURED = { kappa: undefined, iaa: undefined, swapFlip: undefined };

/** Fifty rows on which the judge errs eight times. Two people labelled thirty of them. There are thirty swap trials. */
const EVIDENCE: ValidationEvidence = {
  confusion: { bothPass: 21, onlyJudgePasses: 4, onlyPeoplePass: 4, bothFail: 21 },
  coverage: { answered: 50, abstained: 7, failed: 3, split: 9 },
  annotators: 2,
  labels: [
    { ratings: [2, 0], items: 14 },
    { ratings: [1, 1], items: 2 },
    { ratings: [0, 2], items: 14 },
    { ratings: [1, 0], items: 20 },
  ],
  swaps: [
    { shownFirst: 'candidate', shownSwapped: 'candidate', trials: 27 },
    { shownFirst: 'candidate', shownSwapped: 'baseline', trials: 3 },
  ],
};

describe('a judge that meets every floor', () => {
  it('is promoted, with its measured values and the required floors', () => {
    const { kappa, iaa, ...rest } = validateJudge(EVIDENCE, RULES);
    expect(kappa).toEqual({
      state: 'present',
      value: 0.68,
      items: 50,
      standardError: expect.closeTo(0.1037, 4) as number,
    });
    // Two of thirty items differ, each in both of its pairs: 4 of 60, compared with 1,800 of 3,540 by chance.
    expect(iaa).toBeCloseTo(1 - 4 / 60 / (1_800 / 3_540), 12);
    expect(rest).toEqual({
      isPromoted: true,
      swapFlip: 0.1,
      hasSingleAnnotator: false,
      floorsApplied: [
        'JudgeValidationMinN',
        'IAAOverlapMinN',
        'SwapSetMinPairs',
        'JudgeCoverageFloor',
        'JudgeKappaFloor',
        'GoldSetIAAFloor',
        'SwapFlipCeiling',
      ],
      refusals: [],
    });
  });

  it('is promoted on labels of one person, which discloses that agreement of people is not measured', () => {
    const labels = [
      { ratings: [1, 0], items: 25 },
      { ratings: [0, 1], items: 25 },
    ];
    expect(validateJudge({ ...EVIDENCE, annotators: 1, labels }, RULES)).toMatchObject({
      isPromoted: true,
      iaa: undefined,
      hasSingleAnnotator: true,
      floorsApplied: [
        'JudgeValidationMinN',
        'SwapSetMinPairs',
        'JudgeCoverageFloor',
        'JudgeKappaFloor',
        'SwapFlipCeiling',
      ],
    });
  });

  it('is promoted without a swap set, with unmeasured flips', () => {
    expect(validateJudge({ ...EVIDENCE, swaps: [] }, RULES)).toMatchObject({
      isPromoted: true,
      swapFlip: undefined,
      floorsApplied: [
        'JudgeValidationMinN',
        'IAAOverlapMinN',
        'JudgeCoverageFloor',
        'JudgeKappaFloor',
        'GoldSetIAAFloor',
      ],
    });
  });

  it('is promoted with measured flips of 0', () => {
    const swaps = [{ shownFirst: 'tie', shownSwapped: 'tie', trials: 30 }] as const;
    expect(validateJudge({ ...EVIDENCE, swaps }, RULES)).toMatchObject({ isPromoted: true, swapFlip: 0 });
  });
});

describe('a judge that misses a floor', () => {
  it('by one row is refused without a measurement', () => {
    const confusion = { ...EVIDENCE.confusion, bothFail: 20 };
    expect(validateJudge({ ...EVIDENCE, confusion }, RULES)).toEqual({
      ...UNMEASURED,
      isPromoted: false,
      hasSingleAnnotator: false,
      floorsApplied: ['JudgeValidationMinN', 'IAAOverlapMinN', 'SwapSetMinPairs', 'JudgeCoverageFloor'],
      refusals: [
        {
          floor: 'JudgeValidationMinN',
          need: 50,
          have: 49,
          unit: 'rows',
          text: 'The judge judged 49 rows that people labelled; 50 are needed. Label more rows.',
        },
      ],
    });
  });

  it('by one row with labels of two people is refused', () => {
    const labels = [
      { ratings: [1, 1], items: 29 },
      { ratings: [1, 0], items: 21 },
    ];
    expect(validateJudge({ ...EVIDENCE, labels }, RULES)).toMatchObject({
      ...UNMEASURED,
      refusals: [
        {
          floor: 'IAAOverlapMinN',
          need: 30,
          have: 29,
          unit: 'rows',
          text: '29 rows were labelled by two people or more; 30 are needed. Have more rows labelled twice.',
        },
      ],
    });
  });

  it('by one swap trial is refused', () => {
    const swaps = [{ shownFirst: 'candidate', shownSwapped: 'candidate', trials: 29 }] as const;
    expect(validateJudge({ ...EVIDENCE, swaps }, RULES)).toMatchObject({
      ...UNMEASURED,
      refusals: [
        {
          floor: 'SwapSetMinPairs',
          need: 30,
          have: 29,
          unit: 'pairs',
          text: 'The judge was shown 29 pairs in both orders; 30 are needed. Make more swap trials.',
        },
      ],
    });
  });

  it('of kappa by one row is refused, and promoted with one row more', () => {
    const confusion = { bothPass: 75, onlyJudgePasses: 25, onlyPeoplePass: 25, bothFail: 75 };
    expect(validateJudge({ ...EVIDENCE, confusion }, RULES)).toMatchObject({ isPromoted: true, kappa: { value: 0.5 } });
    const oneLess = { ...confusion, bothFail: 74 };
    const { isPromoted, kappa, refusals, floorsApplied } = validateJudge({ ...EVIDENCE, confusion: oneLess }, RULES);
    // (199 × 149 - 19,801) / (199² - 19,801), computed with integers.
    expect([isPromoted, kappa?.value]).toEqual([false, 9_850 / 19_800]);
    expect(floorsApplied).toHaveLength(7);
    expect(refusals).toEqual([
      {
        floor: 'JudgeKappaFloor',
        need: 0.5,
        have: 9_850 / 19_800,
        unit: 'kappa',
        text: 'Judge and people agree with a kappa of 0.497475; 0.5 is needed. Look at what they disagree on.',
      },
    ]);
  });

  it.each([
    [{ bothPass: 90, onlyJudgePasses: 5, onlyPeoplePass: 5, bothFail: 0 }, 'People say pass of 95 of 100 rows'],
    [{ bothPass: 0, onlyJudgePasses: 6, onlyPeoplePass: 4, bothFail: 90 }, 'People say fail of 96 of 100 rows'],
    [{ bothPass: 45, onlyJudgePasses: 5, onlyPeoplePass: 45, bothFail: 5 }, 'People say pass of 90 of 100 rows'],
    [{ bothPass: 45, onlyJudgePasses: 6, onlyPeoplePass: 44, bothFail: 5 }, 'Look at what they disagree on.'],
  ])('of kappa has a note if nearly all labels are of one class: %j', (confusion, note) => {
    const [refusal] = validateJudge({ ...EVIDENCE, confusion }, RULES).refusals;
    expect([refusal?.floor, refusal?.text]).toEqual(['JudgeKappaFloor', expect.stringContaining(note)]);
  });

  it('only of kappa is refused at a measured 0', () => {
    const confusion = { bothPass: 25, onlyJudgePasses: 25, onlyPeoplePass: 0, bothFail: 0 };
    expect(validateJudge({ ...EVIDENCE, confusion }, RULES)).toMatchObject({
      isPromoted: false,
      kappa: { value: 0 },
      refusals: [{ floor: 'JudgeKappaFloor', need: 0.5, have: 0 }],
    });
  });

  it('that was raised is refused', () => {
    expect(
      validateJudge(EVIDENCE, { ...RULES, floors: raiseFloors({ minKappa: 0.68, minCoverage: 0.8 }) }).isPromoted,
    ).toBe(true);
    expect(
      validateJudge(EVIDENCE, { ...RULES, floors: raiseFloors({ minKappa: 0.69, minCoverage: 0.8 }) }).refusals,
    ).toMatchObject([{ floor: 'JudgeKappaFloor', need: 0.69, have: 0.68 }]);
  });

  it('of coverage is refused with any kappa, and gets both figures', () => {
    const perfect = { bothPass: 25, onlyJudgePasses: 0, onlyPeoplePass: 0, bothFail: 25 };
    const coverage = { answered: 50, abstained: 940, failed: 10, split: 940 };
    const { isPromoted, kappa, refusals } = validateJudge({ ...EVIDENCE, confusion: perfect, coverage }, RULES);
    expect([isPromoted, kappa?.value, kappa?.items]).toEqual([false, 1, 50]);
    expect(refusals).toEqual([
      {
        floor: 'JudgeCoverageFloor',
        need: 0.8,
        have: 0.05,
        unit: 'share',
        text:
          'The judge passed or failed 50 of 1000 labelled rows, a coverage of 0.05; 0.8 is needed. ' +
          'It abstained on 940 and gave no verdict on 10. Change its prompt, its model or the seats of its panel.',
      },
    ]);
  });

  it.each([
    [{ answered: 80, abstained: 20, failed: 0, split: 0 }, true],
    [{ answered: 79, abstained: 20, failed: 1, split: 0 }, false],
    [{ answered: 80, abstained: 0, failed: 20, split: 100 }, true],
    [{ answered: 79, abstained: 0, failed: 21, split: 0 }, false],
  ])('of coverage by one abstained or failed row is refused: %j', (coverage, isPromoted) => {
    expect(validateJudge({ ...EVIDENCE, coverage }, RULES).isPromoted).toBe(isPromoted);
  });

  it('of coverage that was raised is refused', () => {
    const coverage = { answered: 95, abstained: 5, failed: 0, split: 0 };
    const raised = (minCoverage: number) => ({ ...RULES, floors: raiseFloors({ minKappa: 0.5, minCoverage }) });
    expect(validateJudge({ ...EVIDENCE, coverage }, raised(0.95)).isPromoted).toBe(true);
    expect(validateJudge({ ...EVIDENCE, coverage }, raised(0.96)).refusals).toMatchObject([
      { floor: 'JudgeCoverageFloor', need: 0.96, have: 0.95 },
    ]);
  });

  it('of coverage also gets the rows that it excludes', () => {
    const few = { bothPass: 10, onlyJudgePasses: 0, onlyPeoplePass: 0, bothFail: 10 };
    const coverage = { answered: 20, abstained: 980, failed: 0, split: 0 };
    expect(validateJudge({ ...EVIDENCE, confusion: few, coverage }, RULES)).toMatchObject({
      ...UNMEASURED,
      refusals: [{ floor: 'JudgeValidationMinN' }, { floor: 'JudgeCoverageFloor', have: 0.02 }],
    });
  });

  it('because people disagree is refused', () => {
    const labels = [
      { ratings: [2, 0], items: 10 },
      { ratings: [1, 1], items: 10 },
      { ratings: [0, 2], items: 10 },
    ];
    const { isPromoted, iaa, refusals } = validateJudge({ ...EVIDENCE, labels }, RULES);
    expect([isPromoted, iaa]).toEqual([false, expect.closeTo(1 - 20 / 60 / (1_800 / 3_540), 12) as number]);
    expect(refusals).toEqual([
      {
        floor: 'GoldSetIAAFloor',
        need: 0.5,
        have: iaa,
        unit: 'alpha',
        text: 'People agree with an alpha of 0.344444; 0.5 is needed. Settle how they are to label.',
      },
    ]);
  });

  it('by one more row on which people disagree is refused', () => {
    // 28 of 64 ratings pass. 16 of the pairs within a row differ, and 32 are expected, so alpha is one half.
    const labels = [
      { ratings: [2, 0], items: 10 },
      { ratings: [1, 1], items: 8 },
      { ratings: [0, 2], items: 14 },
    ];
    expect(validateJudge({ ...EVIDENCE, labels }, RULES)).toMatchObject({ isPromoted: true, iaa: 0.5 });
    const oneMore = [...labels, { ratings: [1, 1], items: 1 }];
    expect(validateJudge({ ...EVIDENCE, labels: oneMore }, RULES)).toMatchObject({
      isPromoted: false,
      refusals: [{ floor: 'GoldSetIAAFloor' }],
    });
  });

  it('by one flip is refused', () => {
    const swaps = [
      { shownFirst: 'candidate', shownSwapped: 'candidate', trials: 36 },
      { shownFirst: 'baseline', shownSwapped: 'candidate', trials: 4 },
    ] as const;
    expect(validateJudge({ ...EVIDENCE, swaps }, RULES).isPromoted).toBe(true);
    const oneMore = [
      { ...swaps[0], trials: 35 },
      { ...swaps[1], trials: 5 },
    ];
    expect(validateJudge({ ...EVIDENCE, swaps: oneMore }, RULES)).toMatchObject({
      isPromoted: false,
      swapFlip: 0.125,
      refusals: [
        {
          floor: 'SwapFlipCeiling',
          need: 0.1,
          have: 0.125,
          unit: 'share',
          text: 'The order decided 0.125 of the swap trials; at most 0.1 may be so. Change the judge’s prompt or model.',
        },
      ],
    });
  });

  it('gets every missed floor', () => {
    const nothing = { bothPass: 0, onlyJudgePasses: 0, onlyPeoplePass: 0, bothFail: 0 };
    const coverage = { answered: 0, abstained: 0, failed: 0, split: 0 };
    const { refusals } = validateJudge({ confusion: nothing, coverage, annotators: 0, labels: [], swaps: [] }, RULES);
    expect(refusals).toMatchObject([
      { floor: 'JudgeValidationMinN', need: 50, have: 0 },
      { floor: 'IAAOverlapMinN', need: 30, have: 0 },
    ]);
  });

  it('is refused on labels of one person if this is configured', () => {
    const labels = [{ ratings: [1, 0], items: 50 }];
    expect(validateJudge({ ...EVIDENCE, annotators: 1, labels }, { ...RULES, requireIaa: true })).toMatchObject({
      ...UNMEASURED,
      isPromoted: false,
      hasSingleAnnotator: true,
      refusals: [{ floor: 'IAAOverlapMinN', need: 30, have: 0 }],
    });
  });
});

describe('labels that permit no measurement', () => {
  const text = (who: string): string =>
    `${who} put every row into the same category, so that chance explains all of their agreement. Label rows of the other one.`;

  it('are refused without a floor if judge and people use one category', () => {
    const confusion = { bothPass: 50, onlyJudgePasses: 0, onlyPeoplePass: 0, bothFail: 0 };
    expect(validateJudge({ ...EVIDENCE, confusion }, RULES)).toMatchObject({
      isPromoted: false,
      kappa: undefined,
      floorsApplied: [
        'JudgeValidationMinN',
        'IAAOverlapMinN',
        'SwapSetMinPairs',
        'JudgeCoverageFloor',
        'GoldSetIAAFloor',
        'SwapFlipCeiling',
      ],
      refusals: [{ floor: '', need: 0, have: 0, unit: '', text: text('Judge and people') }],
    });
  });

  it('are refused without a floor if all people use one category', () => {
    const labels = [{ ratings: [2, 0], items: 30 }];
    expect(validateJudge({ ...EVIDENCE, labels }, RULES)).toMatchObject({
      isPromoted: false,
      iaa: undefined,
      refusals: [{ floor: '', need: 0, have: 0, unit: '', text: text('All people') }],
    });
  });
});
