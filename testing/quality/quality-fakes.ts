import type { JudgeValidationRow } from '../../store/judges/judge-registry.ts';
import { FakeCalibrations } from './fake-calibrations.ts';
import { FakeDatasets } from './fake-datasets.ts';
import { FakeExperiments } from './fake-experiments.ts';
import { FakeQualityReads } from './fake-quality-reads.ts';

/** The fakes behind the operations of quality. */
export interface QualityFakes {
  readonly datasets: FakeDatasets;
  readonly calibrations: FakeCalibrations;
  readonly experiments: FakeExperiments;
  readonly qualityReads: FakeQualityReads;
}

/** @param standing the last validation of each judge */
export function createQualityFakes(now: () => Date, standing: () => JudgeValidationRow[]): QualityFakes {
  return {
    datasets: new FakeDatasets(now),
    calibrations: new FakeCalibrations(now, () => Promise.resolve(standing())),
    experiments: new FakeExperiments(now),
    qualityReads: new FakeQualityReads(),
  };
}

/** The sources of experiments, over the datasets of the same test. */
export function experimentSourcesOf(
  { datasets, experiments }: QualityFakes,
  standing: () => JudgeValidationRow[],
): ReturnType<FakeExperiments['sources']> {
  return experiments.sources({
    datasets: datasets.sources.store,
    registry: { standing: () => Promise.resolve(standing()) },
  });
}
