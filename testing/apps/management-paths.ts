import { subjectIdOf } from '../../contracts/judges/subject-id-of.ts';
import type { MANAGEMENT_OPERATIONS } from '../../contracts/management/operations.ts';
import { BOB, BOBS_SESSION, BOBS_TOKEN } from '../fakes/access-administration.ts';
import { KNOWN_CALIBRATION } from '../quality/fake-calibrations.ts';
import { KNOWN_DATASET } from '../quality/fake-datasets.ts';
import { SILENT_PROCESS } from '../fakes/fleet.ts';
import { INSTALLATION_IDS } from '../fakes/installation.ts';
import { KNOWN_EXPERIMENT, RUNNING_RUN } from '../quality/fake-experiments.ts';
import { KNOWN_KEY } from '../fakes/virtual-keys.ts';

/** The judge of a new plane. */
export const MANAGED_JUDGE = {
  judge_id: 'judge.safety',
  model: 'm',
  prompt_sha: 'p',
  eval_ver: '1',
  metric: 'safety',
  segment: '',
};

/** The things that a new plane has, by the names of their ids in paths. */
export const MANAGEMENT_PATH_VALUES: Readonly<Record<string, string>> = {
  subject: subjectIdOf(MANAGED_JUDGE),
  user: BOB.userId,
  session: BOBS_SESSION.sessionId,
  tok: BOBS_TOKEN.tokenId,
  process: SILENT_PROCESS,
  kid: KNOWN_KEY.keyId,
  line: INSTALLATION_IDS.line,
  item: INSTALLATION_IDS.item,
  gap: INSTALLATION_IDS.gap,
  dataset: KNOWN_DATASET.datasetId,
  ws: INSTALLATION_IDS.workspace,
  exclusion: INSTALLATION_IDS.exclusion,
  notice: INSTALLATION_IDS.notice,
  calibration: KNOWN_CALIBRATION,
  experiment: KNOWN_EXPERIMENT.experimentId,
  qrun: RUNNING_RUN.runId,
  segment: 'checkout',
};

/** The required members of the queries of operations. */
export const MANAGEMENT_QUERIES: Partial<Record<keyof typeof MANAGEMENT_OPERATIONS, Record<string, string>>> = {
  'management.gaps.list': { workspace_id: INSTALLATION_IDS.workspace },
  'management.exclusions.list': { workspace_id: INSTALLATION_IDS.workspace },
};
