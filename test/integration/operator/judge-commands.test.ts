import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JudgeReader } from '../../../analytics/judges/judge-reader.ts';
import { subjectIdOf } from '../../../contracts/judges/subject-id-of.ts';
import type { SubjectEvidence } from '../../../contracts/judges/make-judge-record.ts';
import { evalsSettings } from '../../../domain/judges/configuration/evals-settings.ts';
import { JUDGE_COMMANDS, type JudgeCommandPorts } from '../../../operator/commands/judge-commands.ts';
import { createJudgeRegistry } from '../../../store/judges/judge-registry.ts';
import { makeJudgeEvidence } from '../../../testing/judges/make-judge-evidence.ts';
import { openStoreWorld, type StoreWorld } from '../../../testing/store/store-world.ts';

let world: StoreWorld;
beforeAll(async () => {
  world = await openStoreWorld();
});
beforeEach(() => world.pool.query('TRUNCATE judge_validations'));
afterAll(() => world.close());

const GOOD = { judge_id: 'judge.safety', model: 'm', prompt_sha: 'p', eval_ver: '1', metric: 'safety', segment: '' };
const NEW = { ...GOOD, judge_id: 'judge.relevance', metric: 'relevance', segment: 'chat' };

const evidence = (agreed: number): SubjectEvidence =>
  makeJudgeEvidence(
    { bothPass: agreed, onlyJudgePasses: 5, onlyPeoplePass: 5, bothFail: agreed },
    { goldRevision: `gold-${agreed}` },
  );

function portsWith(agreed: number): JudgeCommandPorts {
  const reader: JudgeReader = {
    subjects: () => Promise.resolve([NEW, GOOD]),
    labelCounts: () => Promise.resolve(new Map()),
    goldRevision: () => Promise.reject(new Error('Commands validate with any gold set.')),
    evidence: (subject) => Promise.resolve(evidence(subject.judge_id === GOOD.judge_id ? agreed : 0)),
  };
  return {
    judges: createJudgeRegistry(world.pool, world.clock),
    withJudges: (work) => work(reader, evalsSettings().validation),
  };
}
const validate = (agreed: number, subject?: string) =>
  JUDGE_COMMANDS['judge validate']!.run(portsWith(agreed), subject === undefined ? {} : { subject }, world.clock.now());

it('validates every judge with verdicts, and lists missing evidence', async () => {
  const id = expect.stringMatching(/^jval_/) as string;
  const at = '2026-03-02T08:00:00.000Z';
  expect(await validate(20)).toEqual([
    {
      subject: subjectIdOf(NEW),
      ...NEW,
      state: 'not promoted',
      coverage: '10 of 10 rows answered (1), 0 abstained, 0 failed, 0 split',
      refusals: ['The judge judged 10 rows that people labelled; 50 are needed. Label more rows.'],
      change: 'refused',
      validation_id: id,
      at,
    },
    {
      subject: subjectIdOf(GOOD),
      ...GOOD,
      state: 'promoted',
      kappa: '0.6',
      validated_n: '50',
      coverage: '50 of 50 rows answered (1), 0 abstained, 0 failed, 0 split',
      change: 'promoted',
      validation_id: id,
      at,
    },
  ]);
});

it('of one judge mentions no others, and no change if nothing changed', async () => {
  await validate(20);
  const rows = await validate(20, subjectIdOf(GOOD));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ state: 'promoted' });
  expect(rows[0]).not.toHaveProperty('change');
  expect(await validate(1, subjectIdOf(GOOD))).toMatchObject([{ state: 'not promoted', change: 'demoted' }]);
});

it('is refused for a missing judge', async () => {
  await expect(validate(20, '000000000000')).rejects.toThrow(
    'There is no verdict of a judge 000000000000. Check the id.',
  );
});
