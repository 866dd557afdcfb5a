import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those of long files come first, so that no fork works on one while the others have nothing left. */
const PROJECTS = ['workflow', 'integration', 'pure'];

/** Files of a project that take far longer than their length says, the longest first. */
const LONGEST = [
  'insight/property.test.ts',
  'schedules/a-year-of-a-schedule.test.ts',
  'judges/a-year-of-sweeps.test.ts',
  'runs/worker-process.test.ts',
  'launcher/backup.test.ts',
  'launcher/pages.test.ts',
  'launcher/launch.test.ts',
  'launcher/signals-to-npm.test.ts',
  'launcher/embedded-engines.test.ts',
  'launcher/clickhouse/killed-between-token-and-part.test.ts',
  'runs/largest-answer.test.ts',
  'maintenance/rebuild-facts.test.ts',
  'ingest/plans/planned-lines.test.ts',
  'ingest/late-prices.test.ts',
  'launcher/clickhouse/rollups.test.ts',
  'clients/generated-clients.test.ts',
  'api/authorization-matrix.test.ts',
  'operator/command-lines.test.ts',
  'schedules/temporal-reference.test.ts',
  'architecture/names-of-members.test.ts',
];

/** The order of the files. A new clone knows of none how long it took, and would leave the longest ones to the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.sort((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ project, moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(name));
  return PROJECTS.indexOf(project.name) * 100 + (place === -1 ? LONGEST.length : place);
}
