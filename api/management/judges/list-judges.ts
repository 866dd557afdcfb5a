import { makeJudgeReadings } from '../../../contracts/judges/make-judge-readings.ts';
import { JUDGE_OPERATIONS } from '../../../contracts/judges/operations.ts';
import { restoreRecords } from '../../../contracts/judges/restore-records.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireJudges } from './require-judges.ts';

const NOTES = [
  '`spend` is null on every row: what a judge costs is not measured for each subject, and null is not zero dollars.',
  '`selective_risk` is null where the judge never says how sure it is; a fit that was refused says why by `refusal_code`.',
];

/** Lists every judge with verdicts, and how far its verdicts agree with people. */
export const listJudges = createManagementHandler(JUDGE_OPERATIONS, 'management.judges.list', {
  async answer(_request, { ports }) {
    const { reader, registry, isAutomatic } = requireJudges(ports);
    const [observed, kept, isDriven] = await Promise.all([reader.subjects(), registry.standing(), isAutomatic()]);
    const { state, detail, bySubject } = restoreRecords(kept);
    return {
      auto_validate: isDriven,
      subjects_observed: observed.length,
      subjects: makeJudgeReadings(observed, bySubject),
      validation_state: state,
      ...(detail !== undefined && { validation_state_detail: detail }),
      notes: NOTES,
    };
  },
});
