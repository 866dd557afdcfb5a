import { parseInstant } from '../../../domain/kernel/parse-instant.ts';
import { CommandFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import { tableText } from '../../output/table.ts';
import { openPlane } from '../../plane/open-plane.ts';
import { refuseHeldFlags } from '../../plane/refuse-held-flags.ts';
import { minuteText } from '../../plane/list-result.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { VALIDATE_FLAGS } from './evals-flags.ts';

export async function run(context: Context, { flags }: Input<typeof VALIDATE_FLAGS>): Promise<Result> {
  refuseHeldFlags(flags);
  const now = flags.now === undefined ? context.now() : parseInstant(flags.now);
  if (now === undefined)
    throw new CommandFault('fault', `--now cannot be read: ${JSON.stringify(flags.now?.slice(0, 100))}.`, {
      why: 'it must be an RFC 3339 instant, such as 2026-01-31T08:00:00Z',
      next: 'tt evals validate --now 2026-01-31T08:00:00Z',
      code: 'unreadable_instant',
    });
  const plane = await openPlane(context, flags);
  const { bytes, data } = await plane.call('management.judges.list');
  const [newest] = data.subjects
    .flatMap(({ last_run: at }) => (at === undefined ? [] : [at]))
    .toSorted()
    .toReversed();
  if (newest !== undefined && now <= new Date(newest))
    throw new CommandFault('refused', `--now is not after the newest validation, ${newest}.`, {
      why: 'a validation before a stored one would change what was known then',
      next: 'choose a later --now, or leave it out',
      code: 'not_after_newest',
    });
  return {
    kind: 'document',
    document: bytes,
    text: (screen) =>
      data.subjects.length === 0
        ? ''
        : tableText(
            [
              { title: 'JUDGE', canShrink: true },
              { title: 'METRIC' },
              { title: 'SEGMENT', canShrink: true },
              { title: 'STATE' },
              { title: 'KAPPA', isNumber: true },
              { title: 'LABELS', isNumber: true },
              { title: 'LAST VALIDATION' },
            ],
            data.subjects.map((judge) => [
              judge.subject.judge_id,
              judge.subject.metric,
              judge.subject.segment,
              judge.state,
              judge.kappa === undefined ? 'unknown' : judge.kappa.toFixed(2),
              judge.validated_n === undefined ? 'unknown' : String(judge.validated_n),
              judge.last_run === undefined ? 'never' : minuteText(judge.last_run),
            ]),
            screen,
          ),
    notes: [
      'Nothing was validated: validations read the facts of the installation, and the API has no operation for them.',
      'Validate there: npm run operator -- judge validate',
    ],
    exit: 'refused',
  };
}
