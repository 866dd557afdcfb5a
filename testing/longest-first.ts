import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The projects with long files come first, so that no fork works on one while the others have nothing left. */
const PROJECTS = ['workflow', 'integration', 'pure'];

/** Seconds of each file that took longest, as `npm test -- --record-durations` wrote them. */
const SECONDS = JSON.parse(readFileSync(new URL('../test/durations.json', import.meta.url), 'utf8')) as Record<
  string,
  number
>;

/** The order of the files: a new clone has no durations of its own, and would leave the longest files to the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.sort(
      (one, other) => projectOf(one) - projectOf(other) || this.#secondsOf(other) - this.#secondsOf(one),
    );
  }

  #secondsOf({ moduleId }: TestSpecification): number {
    return SECONDS[relative(this.ctx.config.root, moduleId)] ?? 0;
  }
}

function projectOf({ project }: TestSpecification): number {
  return PROJECTS.indexOf(project.name);
}
