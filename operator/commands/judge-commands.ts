import type { JudgeReader } from '../../analytics/judges/judge-reader.ts';
import { subjectIdOf, type JudgeCoordinates } from '../../contracts/judges/subject-id-of.ts';
import { makeJudgeRecord } from '../../contracts/judges/make-judge-record.ts';
import { coverageText } from '../../domain/judges/judge-coverage.ts';
import type { ValidationSettings } from '../../domain/judges/configuration/evals-settings.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { JudgeRegistry, JudgeValidationRow } from '../../store/judges/judge-registry.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import { anyText, optional } from './options.ts';

/** The ports of the judge commands. */
export interface JudgeCommandPorts {
  readonly judges: Pick<JudgeRegistry, 'record'>;
  /** Calls `work` with a reader of the facts, and with the configured settings of validations. */
  readonly withJudges: <Result>(
    work: (reader: JudgeReader, settings: ValidationSettings) => Promise<Result>,
  ) => Promise<Result>;
}

/** Commands that compare judges with people, by `<noun> <verb>`. */
export const JUDGE_COMMANDS: Readonly<Record<string, Command<JudgeCommandPorts>>> = {
  'judge validate': defineCommand({
    summary: 'compares judges with human labels, and promotes those that meet every floor',
    options: { subject: optional(anyText('the id of a judge subject, as this command shows it')) },
    run: ({ judges, withJudges }, { subject: asked }) =>
      withJudges(async (reader, settings) => {
        const all = await reader.subjects();
        const chosen = all.filter((subject) => asked === undefined || subjectIdOf(subject) === asked);
        if (asked !== undefined && chosen.length === 0)
          throw new Refusal('not_found', `There is no verdict of a judge ${asked}. Check the id.`);
        const rows: CommandRow[] = [];
        for (const subject of chosen) {
          const { made, row, isNew } = await judges.record(subject, async () => {
            const evidence = await reader.evidence(subject, settings.goldSources);
            return { goldRevision: evidence.goldRevision, record: makeJudgeRecord(evidence, settings) };
          });
          rows.push(validationRow(subject, row, made.record, isNew));
        }
        return rows;
      }),
  }),
};

function validationRow(
  subject: JudgeCoordinates,
  { validationId, subjectId, change, at }: JudgeValidationRow,
  { promoted, kappa, validated_n: rows, coverage, refusals }: ReturnType<typeof makeJudgeRecord>,
  isNew: boolean,
): CommandRow {
  return {
    subject: subjectId,
    ...subject,
    state: promoted ? 'promoted' : 'not promoted',
    ...(kappa !== undefined && { kappa: String(kappa), validated_n: String(rows) }),
    coverage: coverageText(coverage),
    ...(refusals.length > 0 && { refusals: refusals.map(({ text }) => text) }),
    ...(isNew && change !== undefined && { change }),
    validation_id: validationId,
    at: at.toISOString(),
  };
}
