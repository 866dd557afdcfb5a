import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The order of projects. Projects with long files are first, so that no fork still runs a long file when the others are
 * idle.
 */
const PROJECTS = ['workflow', 'integration', 'pure'];

/** The durations of the longest files in seconds, as recorded by `npm test -- --record-durations`. */
const SECONDS = JSON.parse(readFileSync(new URL('../test/durations.json', import.meta.url), 'utf8')) as Record<
  string,
  number
>;

/**
 * Orders the files by recorded durations. Vitest has no durations in a new clone, and would run the longest files last.
 */
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
