// `npm run build:cli`: builds `tt` into `cli/dist`.
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../../runtime/commands/program.ts';
import { buildCli } from './build-cli.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'cli', 'dist');

createProgram('npm run build:cli --', 'Builds `tt` into `cli/dist`.').parse();

// A faulty build leaves the last one, and two builds at the same time do not mix.
const begun = `${FOLDER}.${process.pid}`;
await buildCli(begun);
rmSync(FOLDER, { recursive: true, force: true });
renameSync(begun, FOLDER);
