import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { type ServedApi, serveApi } from '../../../testing/api/served-api.ts';
import { JOURNEY_OUTCOME } from '../../../testing/clients/journey-outcome.ts';
import {
  compileOutside,
  copyOutside,
  PROJECT_FOLDER,
  readCommandOutput,
} from '../../../testing/clients/outside-project.ts';
import { ensurePythonTool, hasPython } from '../../../testing/python-tool.ts';

const PYTHON_GENERATOR = ['openapi-python-client', '0.29.1'] as const;
const MINUTES = 300_000;

/**
 * The copies are in the project's cache, where `openapi-fetch` is installed. They read the description by its public
 * URL.
 */
const outside = (name: string): Promise<string> => copyOutside(name, join(PROJECT_FOLDER, '.cache'));
const descriptionOf = ({ baseUrl }: ServedApi): string => `${baseUrl}/openapi.json`;

describe('a client that is generated from the description', () => {
  it('in TypeScript compiles, and completes the journey', { timeout: MINUTES }, async () => {
    const [folder, api] = [await outside('typescript'), await serveApi()];
    const types = await openapiTS(new URL(descriptionOf(api)), { silent: true });
    await writeFile(join(folder, 'api.mts'), astToString(types));
    await compileOutside(folder);
    const outcome = await readCommandOutput(process.execPath, ['journey.mjs', JSON.stringify(api)], folder);
    expect(JSON.parse(outcome)).toEqual(JOURNEY_OUTCOME);
  });

  it('in Python is complete, and completes the journey', { timeout: MINUTES }, async (context) => {
    if (!hasPython()) {
      const reason = 'the generated Python client was not tried: it needs Python 3.10 or newer with venv as python3';
      console.warn(reason);
      context.skip(reason);
    }
    const [folder, api] = [await outside('python'), await serveApi()];
    const generator = ensurePythonTool(...PYTHON_GENERATOR);
    // This option makes the generator fail for parts that it cannot generate.
    const generate = ['generate', '--url', descriptionOf(api), '--meta', 'none', '--fail-on-warning'];
    const path = `${dirname(generator)}:${process.env['PATH'] ?? ''}`;
    await readCommandOutput(generator, [...generate, '--output-path', join(folder, 'truetally_client')], folder, {
      ...process.env,
      PATH: path,
    });
    const outcome = await readCommandOutput(
      join(dirname(generator), 'python'),
      ['journey.py', JSON.stringify(api)],
      folder,
    );
    expect(JSON.parse(outcome)).toEqual(JOURNEY_OUTCOME);
  });
});
