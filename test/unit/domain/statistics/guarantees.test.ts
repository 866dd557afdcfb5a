import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, it } from 'vitest';
import { clopperPearson } from '../../../../domain/statistics/interval/clopper-pearson.ts';
import { twoSidedQuantile } from '../../../../domain/statistics/interval/two-sided-quantile.ts';
import { correctedRate, type LabelledVerdicts } from '../../../../domain/statistics/judge-correction/corrected-rate.ts';
import { ppiMean } from '../../../../domain/statistics/judge-correction/ppi-mean.ts';
import { roganGladen } from '../../../../domain/statistics/judge-correction/rogan-gladen.ts';
import { clusteredMean } from '../../../../domain/statistics/paired/clustered-mean.ts';
import { pairedProportion } from '../../../../domain/statistics/paired/paired-proportion.ts';
import { binomialAtMost } from '../../../../domain/statistics/selective-risk/binomial-at-most.ts';
import { chooseThreshold } from '../../../../domain/statistics/selective-risk/choose-threshold.ts';
import { maximumErrors } from '../../../../domain/statistics/selective-risk/maximum-errors.ts';
import { thresholdGrid } from '../../../../domain/statistics/selective-risk/threshold-grid.ts';
import { wilsonInterval } from '../../../../domain/statistics/wilson-interval.ts';
import { chooseCaseCount } from '../../../../testing/choose-case-count.ts';

type Draw = () => number;

/** Uniform numbers from 0 to 1, the same in each run. */
function drawFrom(seed: number): Draw {
  const generator = xoroshiro128plus(seed);
  return () => uniformFloat64(generator);
}

/** Three standard errors of a share over a number of sets. */
function monteCarloError(share: number, sets: number): number {
  return 3 * Math.sqrt((share * (1 - share)) / sets);
}

const SETS = chooseCaseCount(1_000, 10_000);

describe('the risk of what a gate passes', () => {
  const TOLERANCE = 0.1;
  const DELTA = 0.1;
  const SCORES = [0.5, 0.6, 0.7, 0.8, 0.9, 1];

  /**
   * The share of sets whose gate passes at a threshold with a true risk above the tolerance, after a choice on another
   * part.
   *
   * @param riskAt the risk of the rows of each score
   */
  function wrongShare(seed: number, rows: number, riskAt: readonly number[]): number {
    const draw = drawFrom(seed);
    const levelsOf = (count: number): { score: number; agreed: number; disagreed: number }[] => {
      const levels = SCORES.map((score) => ({ score, agreed: 0, disagreed: 0 }));
      for (let row = 0; row < count; row += 1) {
        const level = Math.floor(draw() * SCORES.length);
        if (draw() < riskAt[level]!) levels[level]!.disagreed += 1;
        else levels[level]!.agreed += 1;
      }
      return levels;
    };
    const trueRisk = (threshold: number): number => {
      const accepted = riskAt.filter((_, level) => SCORES[level]! >= threshold);
      return accepted.reduce((sum, risk) => sum + risk, 0) / accepted.length;
    };
    let wrong = 0;
    for (let set = 0; set < SETS; set += 1) {
      const grid = thresholdGrid(Array.from({ length: rows * 2 }, () => SCORES[Math.floor(draw() * SCORES.length)]!));
      const { threshold } = chooseThreshold(levelsOf(rows), grid, TOLERANCE, DELTA);
      const holdout = levelsOf(rows);
      if (threshold === null || trueRisk(threshold) <= TOLERANCE) continue;
      const accepted = holdout.filter(({ score }) => score >= threshold);
      const errors = accepted.reduce((sum, { disagreed }) => sum + disagreed, 0);
      const count = accepted.reduce((sum, { agreed, disagreed }) => sum + agreed + disagreed, 0);
      if (errors <= (maximumErrors(count, TOLERANCE, DELTA) ?? -1)) wrong += 1;
    }
    return wrong / SETS;
  }

  it.each([
    { name: 'is just above the tolerance at every score', riskAt: [0.101, 0.101, 0.101, 0.101, 0.101, 0.101] },
    { name: 'is just above it at the lowest scores only', riskAt: [0.2, 0.15, 0.1, 0.08, 0.05, 0.03] },
    { name: 'is just above it at the highest scores', riskAt: [0.01, 0.01, 0.05, 0.1, 0.102, 0.102] },
  ])('exceeds the tolerance in at most a tenth of sets if the true risk $name', ({ riskAt }) => {
    expect(wrongShare(1, 150, riskAt)).toBeLessThanOrEqual(DELTA + monteCarloError(DELTA, SETS));
    expect(wrongShare(2, 400, riskAt)).toBeLessThanOrEqual(DELTA + monteCarloError(DELTA, SETS));
  });

  it('exceeds it in at most a tenth of sets by the gate alone, which is not too strict either', () => {
    const draw = drawFrom(3);
    let passed = 0;
    for (let set = 0; set < SETS; set += 1) {
      let errors = 0;
      for (let row = 0; row < 400; row += 1) errors += draw() < 0.1001 ? 1 : 0;
      if (errors <= (maximumErrors(400, TOLERANCE, DELTA) ?? -1)) passed += 1;
    }
    expect(passed / SETS).toBeLessThanOrEqual(DELTA + monteCarloError(DELTA, SETS));
    expect(passed / SETS).toBeGreaterThan(0.05);
  });

  it('is at most the confidence exactly, for each number of rows', () => {
    const levels = Array.from({ length: 500 }, (_, index) => {
      const most = maximumErrors(index + 1, TOLERANCE, DELTA);
      return most === null ? 0 : binomialAtMost(most, index + 1, TOLERANCE);
    });
    expect(Math.max(...levels)).toBeLessThanOrEqual(DELTA);
    expect(levels.filter((level) => level === 0)).toHaveLength(21);
  });
});

describe('the coverage of intervals of a proportion, counted over all outcomes', () => {
  const CASES = 60;
  const rates = Array.from({ length: 99 }, (_, index) => (index + 1) / 100);

  function coverageAt(rate: number, intervalOf: (passed: number) => readonly [low: number, high: number]): number {
    let covered = 0;
    for (let passed = 0; passed <= CASES; passed += 1) {
      const [low, high] = intervalOf(passed);
      const fewer = passed === 0 ? 0 : binomialAtMost(passed - 1, CASES, rate);
      if (low <= rate && rate <= high) covered += binomialAtMost(passed, CASES, rate) - fewer;
    }
    return covered;
  }

  it('is never below the confidence by Clopper and Pearson', () => {
    for (const rate of rates) {
      const coverage = coverageAt(rate, (passed) => {
        const { low, high } = clopperPearson(passed, CASES, 0.95);
        return [low, high];
      });
      expect(coverage).toBeGreaterThanOrEqual(0.95);
    }
  });

  it('is the confidence on average by Wilson, within 0.01', () => {
    const coverages = rates.map((rate) =>
      coverageAt(rate, (passed) => {
        const { lower, upper } = wilsonInterval(passed, CASES, twoSidedQuantile(0.95));
        return [lower, upper];
      }),
    );
    const mean = coverages.reduce((sum, coverage) => sum + coverage, 0) / coverages.length;
    expect(Math.abs(mean - 0.95)).toBeLessThan(0.01);
  });
});

describe('the coverage of intervals at 95 %, within three standard errors of the simulation', () => {
  const CONFIDENCE = 0.95;
  const ERROR = monteCarloError(CONFIDENCE, SETS);
  // Normal intervals converge with the number of rows. With hundreds of rows, they miss their level by up to 0.01.
  const APPROXIMATION = 0.01;

  function coverage(isCovered: () => boolean): number {
    let covered = 0;
    for (let set = 0; set < SETS; set += 1) covered += isCovered() ? 1 : 0;
    return covered / SETS;
  }

  function expectNominal(share: number): void {
    expect(share).toBeGreaterThanOrEqual(CONFIDENCE - ERROR - APPROXIMATION);
    expect(share).toBeLessThanOrEqual(CONFIDENCE + ERROR + APPROXIMATION);
  }

  interface Judge {
    readonly rate: number;
    readonly sensitivity: number;
    readonly specificity: number;
  }

  /** Counts of rows by the verdicts of people and judge: both pass, only people, only the judge, neither. */
  function confusionOf(draw: Draw, rows: number, { rate, sensitivity, specificity }: Judge): number[] {
    const counts = [0, 0, 0, 0];
    for (let row = 0; row < rows; row += 1) {
      const isGood = draw() < rate;
      const isPassed = draw() < (isGood ? sensitivity : 1 - specificity);
      counts[(isGood ? 0 : 2) + (isPassed ? 0 : 1)]! += 1;
    }
    return counts;
  }

  const judges: readonly Judge[] = [
    { rate: 0.5, sensitivity: 0.9, specificity: 0.9 },
    { rate: 0.7, sensitivity: 0.9, specificity: 0.8 },
    { rate: 0.8, sensitivity: 0.7, specificity: 0.6 },
  ];

  it.each(judges)('is nominal by PPI++ at each power: %o', (judge) => {
    for (const power of ['tuned', 'full', 'none'] as const) {
      const draw = drawFrom(4);
      const share = coverage(() => {
        const [both, onlyPeople, onlyJudge, neither] = confusionOf(draw, 200, judge);
        const others = confusionOf(draw, 1_000, judge);
        const { low, high } = ppiMean({
          labelled: [
            { y: 1, f: 1, count: both! },
            { y: 1, f: 0, count: onlyPeople! },
            { y: 0, f: 1, count: onlyJudge! },
            { y: 0, f: 0, count: neither! },
          ],
          unlabelled: [
            { f: 1, count: others[0]! + others[2]! },
            { f: 0, count: others[1]! + others[3]! },
          ],
          confidence: CONFIDENCE,
          power,
        });
        return low <= judge.rate && judge.rate <= high;
      });
      expectNominal(share);
    }
  });

  it.each(judges)('is at least nominal by Rogan and Gladen, with another rate among labels: %o', (judge) => {
    const draw = drawFrom(5);
    let given = 0;
    let covered = 0;
    for (let set = 0; set < SETS; set += 1) {
      const [both, onlyPeople, onlyJudge, neither] = confusionOf(draw, 150, { ...judge, rate: 0.5 });
      const others = confusionOf(draw, 1_000, judge);
      const corrected = roganGladen({
        apparent: { k: others[0]! + others[2]!, n: 1_000 },
        sensitivity: { k: both!, n: both! + onlyPeople! },
        specificity: { k: neither!, n: neither! + onlyJudge! },
        confidence: CONFIDENCE,
      });
      if ('refusal' in corrected) continue;
      given += 1;
      covered += corrected.low <= judge.rate && judge.rate <= corrected.high ? 1 : 0;
    }
    expect(given).toBeGreaterThan(SETS * 0.8);
    expect(covered / given).toBeGreaterThanOrEqual(CONFIDENCE - monteCarloError(CONFIDENCE, given) - APPROXIMATION);
  });

  it.each([
    { labels: 40, judge: { rate: 0.7, sensitivity: 0.9, specificity: 0.8 } },
    { labels: 100, judge: { rate: 0.9, sensitivity: 0.97, specificity: 0.9 } },
    { labels: 200, judge: { rate: 0.9, sensitivity: 0.95, specificity: 0.8 } },
  ])('is at least nominal for a random draw of $labels labels, by the method that it gets', ({ labels, judge }) => {
    const draw = drawFrom(6);
    let given = 0;
    let covered = 0;
    for (let set = 0; set < SETS; set += 1) {
      const drawn = { strategy: 'random', probability: 0.1 } as const;
      const [both, onlyPeople, onlyJudge, neither] = confusionOf(draw, labels, judge);
      const others = confusionOf(draw, 1_000, judge);
      const rate = correctedRate({
        labelled: [
          { ...drawn, human: 'pass', judge: 'pass', count: both! },
          { ...drawn, human: 'pass', judge: 'fail', count: onlyPeople! },
          { ...drawn, human: 'fail', judge: 'pass', count: onlyJudge! },
          { ...drawn, human: 'fail', judge: 'fail', count: neither! },
        ],
        judged: { passed: others[0]! + others[2]!, failed: others[1]! + others[3]! },
        confidence: CONFIDENCE,
      });
      if ('refusal' in rate) continue;
      given += 1;
      covered += rate.low <= judge.rate && judge.rate <= rate.high ? 1 : 0;
    }
    expect(covered / given).toBeGreaterThanOrEqual(CONFIDENCE - monteCarloError(CONFIDENCE, given) - APPROXIMATION);
  });

  it('is nominal for an unequal draw with weights, and lost without them', () => {
    const easy = { rate: 0.9, sensitivity: 0.95, specificity: 0.9, probability: 0.1, rows: 1_000 };
    const others = { rate: 0.3, sensitivity: 0.7, specificity: 0.8, probability: 0.5, rows: 600 };
    const truth = (easy.rate * easy.rows + others.rate * others.rows) / (easy.rows + others.rows);
    const covers = (isWeighted: boolean): number => {
      const draw = drawFrom(7);
      return coverage(() => {
        const labelled: LabelledVerdicts[] = [];
        let [passed, failed] = [0, 0];
        // Each row of the window is of either kind, so that the numbers of both vary.
        let easyRows = 0;
        for (let row = 0; row < 1_600; row += 1) easyRows += draw() < easy.rows / 1_600 ? 1 : 0;
        for (const kind of [
          { ...easy, rows: easyRows },
          { ...others, rows: 1_600 - easyRows },
        ]) {
          let drawnRows = 0;
          for (let row = 0; row < kind.rows; row += 1) drawnRows += draw() < kind.probability ? 1 : 0;
          const counts = confusionOf(draw, drawnRows, kind);
          const rest = confusionOf(draw, kind.rows - drawnRows, kind);
          passed += rest[0]! + rest[2]!;
          failed += rest[1]! + rest[3]!;
          const design = { strategy: 'random', probability: isWeighted ? kind.probability : 0.2 } as const;
          labelled.push(
            { ...design, human: 'pass', judge: 'pass', count: counts[0]! },
            { ...design, human: 'pass', judge: 'fail', count: counts[1]! },
            { ...design, human: 'fail', judge: 'pass', count: counts[2]! },
            { ...design, human: 'fail', judge: 'fail', count: counts[3]! },
          );
        }
        const rate = correctedRate({ labelled, judged: { passed, failed }, confidence: CONFIDENCE });
        return 'point' in rate && rate.low <= truth && truth <= rate.high;
      });
    };
    expectNominal(covers(true));
    expect(covers(false)).toBeLessThan(0.5);
  });

  it('is nominal for paired differences', () => {
    const draw = drawFrom(8);
    const share = coverage(() => {
      let [wins, losses] = [0, 0];
      for (let item = 0; item < 300; item += 1) {
        const outcome = draw();
        if (outcome < 0.15) wins += 1;
        else if (outcome < 0.25) losses += 1;
      }
      const { low, high } = pairedProportion(wins, losses, 300, CONFIDENCE);
      return low <= 0.05 && 0.05 <= high;
    });
    expectNominal(share);
  });

  it('is nominal for items in clusters, and lost with the naive error', () => {
    const draw = drawFrom(9);
    let naive = 0;
    const share = coverage(() => {
      const values = Array.from({ length: 100 }, (_, cluster) => {
        const level = draw();
        return Array.from({ length: 4 }, () => ({ value: level + (draw() - 0.5) / 5, cluster: `${cluster}` }));
      }).flat();
      const mean = clusteredMean(values, CONFIDENCE);
      if (mean === undefined) return false;
      naive += Math.abs(mean.mean - 0.5) <= twoSidedQuantile(CONFIDENCE) * mean.naiveSe ? 1 : 0;
      return mean.low <= 0.5 && 0.5 <= mean.high;
    });
    expectNominal(share);
    expect(naive / SETS).toBeLessThan(0.8);
  });
});
